package report

import "strings"

// conditional returns the lines of a C or C++ source, counted from 1, that the preprocessor may drop: those between #if and #endif,
// but for the guard around a whole header.
func conditional(lines []string) map[int]bool {
	out := map[int]bool{}
	depth, first := 0, true
	for i, line := range lines {
		directive := strings.TrimSpace(line)
		if !strings.HasPrefix(directive, "#") {
			if depth > 0 {
				out[i+1] = true
			}
			continue
		}
		switch word := strings.TrimSpace(directive[1:]); {
		case strings.HasPrefix(word, "ifndef") && first && guarded(lines):
		case strings.HasPrefix(word, "if"):
			depth++
		case strings.HasPrefix(word, "endif"):
			depth = max(0, depth-1)
		}
		first = false
	}
	return out
}

// guarded reports whether the last line with text on it is an #endif.
func guarded(lines []string) bool {
	for i := len(lines) - 1; i >= 0; i-- {
		if text := strings.TrimSpace(lines[i]); text != "" {
			return strings.HasPrefix(strings.ReplaceAll(text, " ", ""), "#endif")
		}
	}
	return false
}
