package diff

import (
	"bytes"
	"strings"
)

// addPrefixes gives the names in a patch of git the prefixes a/ and b/ where it has none, as with diff.noprefix: the
// library takes the first folder of a name for a prefix.
func addPrefixes(patch []byte) []byte {
	lines := bytes.SplitAfter(patch, []byte("\n"))
	for i := 0; i < len(lines); {
		if !bytes.HasPrefix(lines[i], []byte(gitHeader)) {
			i++
			continue
		}
		end := i + 1
		for end < len(lines) && !bytes.HasPrefix(lines[end], []byte("@@")) && !bytes.HasPrefix(lines[end], []byte(gitHeader)) {
			end++
		}
		prefixHeader(lines[i:end])
		i = end
	}
	return bytes.Join(lines, nil)
}

const gitHeader = "diff --git "

// prefixHeader puts the prefixes into the header of one file, unless it has them: without any both names are the same, or the
// ones that the lines about a rename give in full.
func prefixHeader(lines [][]byte) {
	names := strings.TrimRight(string(lines[0][len(gitHeader):]), "\r\n")
	before, after := names[:len(names)/2], names[(len(names)+1)/2:]
	bare := before == after
	for _, line := range lines {
		text := strings.TrimRight(string(line), "\r\n")
		for _, kind := range []string{"rename", "copy"} {
			if name, ok := strings.CutPrefix(text, kind+" from "); ok {
				before, bare = name, true
			} else if name, ok := strings.CutPrefix(text, kind+" to "); ok {
				after = name
			}
		}
	}
	if !bare || names != before+" "+after {
		return
	}
	lines[0] = []byte(gitHeader + prefixed("a/", before) + " " + prefixed("b/", after) + "\n")
	for i, line := range lines {
		for sign, prefix := range map[string]string{"--- ": "a/", "+++ ": "b/"} {
			if name, ok := strings.CutPrefix(string(line), sign); ok && !strings.HasPrefix(name, "/dev/null") {
				lines[i] = []byte(sign + prefixed(prefix, name))
			}
		}
	}
}

// prefixed puts a prefix before a name, which may be in quotes.
func prefixed(prefix, name string) string {
	if rest, ok := strings.CutPrefix(name, `"`); ok {
		return `"` + prefix + rest
	}
	return prefix + name
}
