package debsrc

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A sourceSet is apt's configured archives, turned into entries for source packages: one-line entries and deb822 stanzas, each kept in
// the form it was written in so that options such as Signed-By survive.
type sourceSet struct {
	lines   []string
	stanzas []string
}

// readSources reads the system's apt sources: listFile, and the *.list and *.sources files of partsDir. A missing file is no error,
// since distributions use one or the other.
func readSources(listFile, partsDir string) (sourceSet, error) {
	var set sourceSet
	files := []string{listFile}
	entries, err := os.ReadDir(partsDir)
	if err != nil && !os.IsNotExist(err) {
		return set, fmt.Errorf("reading apt's sources in %s: %w", partsDir, err)
	}
	for _, e := range entries {
		files = append(files, filepath.Join(partsDir, e.Name()))
	}
	for i, name := range files {
		ext := filepath.Ext(name)
		if i > 0 && ext != ".list" && ext != ".sources" {
			continue
		}
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return set, fmt.Errorf("reading apt's sources: %w", err)
		}
		if ext == ".sources" {
			set.stanzas = append(set.stanzas, sourceStanzas(string(text))...)
		} else {
			set.lines = append(set.lines, sourceLines(string(text))...)
		}
	}
	slices.Sort(set.lines)
	set.lines = slices.Compact(set.lines)
	slices.Sort(set.stanzas)
	set.stanzas = slices.Compact(set.stanzas)
	return set, nil
}

// sourceLines turns the one-line entries of a sources.list into deb-src entries. Only archives with a component "main" are kept: those
// are the distribution's own, and a third party's archive often has no sources at all.
func sourceLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) < 4 || fields[0] != "deb" && fields[0] != "deb-src" {
			continue
		}
		if !slices.Contains(fields[3:], "main") {
			continue
		}
		fields[0] = "deb-src"
		out = append(out, strings.Join(fields, " "))
	}
	return out
}

// sourceStanzas turns the stanzas of a deb822 sources file into stanzas of type deb-src, leaving out those that are switched off and
// those without a component "main".
func sourceStanzas(text string) []string {
	var out []string
	for _, stanza := range splitStanzas(text) {
		var kept []string
		main, binary, off := false, false, false
		for _, field := range stanza {
			name, value, _ := strings.Cut(field, ":")
			words := strings.Fields(value)
			switch strings.ToLower(name) {
			case "types":
				binary = slices.Contains(words, "deb") || slices.Contains(words, "deb-src")
				field = "Types: deb-src"
			case "components":
				main = slices.Contains(words, "main")
			case "enabled":
				off = slices.Contains([]string{"no", "false", "0", "off", "without", "disable"}, strings.ToLower(strings.TrimSpace(value)))
			}
			kept = append(kept, field)
		}
		if main && binary && !off {
			out = append(out, strings.Join(kept, "\n")+"\n")
		}
	}
	return out
}

// splitStanzas splits deb822 text into stanzas of fields. A field keeps its continuation lines; comments are dropped.
func splitStanzas(text string) [][]string {
	var all [][]string
	var cur []string
	flush := func() {
		if cur != nil {
			all = append(all, cur)
			cur = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.TrimSpace(line) == "":
			flush()
		case (line[0] == ' ' || line[0] == '\t') && len(cur) > 0:
			cur[len(cur)-1] += "\n" + line
		default:
			cur = append(cur, line)
		}
	}
	flush()
	return all
}

// write puts the set into dir in the two forms that apt reads.
func (s sourceSet) write(dir string) error {
	if len(s.lines)+len(s.stanzas) == 0 {
		return fmt.Errorf("apt has no archive with a component \"main\" configured to take source packages from")
	}
	text := map[string]string{
		"realcheck.list":    strings.Join(s.lines, "\n") + "\n",
		"realcheck.sources": strings.Join(s.stanzas, "\n"),
	}
	for name, body := range text {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o644); err != nil {
			return fmt.Errorf("writing apt's sources: %w", err)
		}
	}
	return nil
}
