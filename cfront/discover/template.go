package discover

import (
	"regexp"
	"strings"
)

// templateEndings are what the templates of generated headers have after the
// header's name.
var templateEndings = []string{".in", ".cmake.in", ".cmake"}

var (
	placeholder  = regexp.MustCompile(`@[A-Za-z_][A-Za-z_0-9]*@|\$\{[A-Za-z_][A-Za-z_0-9]*\}`)
	undefLine    = regexp.MustCompile(`^(\s*)#\s*undef\s+(\w+)\s*$`)
	cmakeDefine  = regexp.MustCompile(`^(\s*)#\s*cmakedefine\s+(\w+)`)
	cmakeDefine1 = regexp.MustCompile(`^(\s*)#\s*cmakedefine01\s+(\w+)`)
)

// sizes are the usual answers to a configure script's questions for the sizes of
// types, on 64-bit systems.
var sizes = map[string]string{
	"CHAR": "1", "SHORT": "2", "INT": "4", "LONG": "8", "LONG_LONG": "8", "FLOAT": "4", "DOUBLE": "8", "SIZE_T": "8",
	"PTRDIFF_T": "8", "VOID_P": "8", "OFF_T": "8", "UNSIGNED_INT": "4", "UNSIGNED_LONG": "8", "UNSIGNED_LONG_LONG": "8",
	"UNSIGNED_SHORT": "2", "INTPTR_T": "8", "UINTPTR_T": "8",
}

// Instantiate makes a header of its template as a plain configuration would:
// what the machine answers by itself (headers that are there, sizes) is defined,
// features stay off, values that only a build knows are 0 or, in a typedef, int.
// Lines keep their numbers.
func Instantiate(template string) string {
	lines := strings.Split(template, "\n")
	for i, line := range lines {
		lines[i] = instantiateLine(line)
	}
	return strings.Join(lines, "\n")
}

func instantiateLine(line string) string {
	for _, re := range []*regexp.Regexp{undefLine, cmakeDefine} {
		if m := re.FindStringSubmatch(line); m != nil {
			if value, ok := PlainValue(m[2]); ok {
				return m[1] + "#define " + m[2] + " " + value
			}
			return m[1] + "/* #undef " + m[2] + " */"
		}
	}
	if m := cmakeDefine1.FindStringSubmatch(line); m != nil {
		value, _ := PlainValue(m[2])
		return m[1] + "#define " + m[2] + " " + orZero(value)
	}
	if !placeholder.MatchString(line) {
		return line
	}
	trimmed := strings.TrimSpace(line)
	if placeholder.FindString(trimmed) == trimmed {
		return "" // a line, or many, that only a build knows
	}
	return placeholder.ReplaceAllStringFunc(line, func(at string) string {
		if strings.HasPrefix(trimmed, "typedef") {
			return "int"
		}
		value, _ := PlainValue(strings.Trim(at, "@${}"))
		return orZero(value)
	})
}

func orZero(value string) string {
	if value == "" {
		return "0"
	}
	return value
}

// PlainValue returns what a configuration macro has on any machine of today.
func PlainValue(macro string) (string, bool) {
	if name, ok := strings.CutPrefix(macro, "SIZEOF_"); ok {
		value, ok := sizes[name]
		return value, ok
	}
	if name, ok := strings.CutPrefix(macro, "HAVE_"); ok && strings.HasSuffix(name, "_H") {
		header := strings.ToLower(strings.TrimSuffix(name, "_H"))
		for _, file := range []string{header + ".h", strings.Replace(header, "_", "/", 1) + ".h"} {
			if !ours[file] && isSystem(file) {
				return "1", true
			}
		}
	}
	if macro == "STDC_HEADERS" {
		return "1", true
	}
	return "", false
}
