//go:build cgo

package lower

import (
	"strings"

	"mpivet/cfront/clang"
)

// typeText is how a type is called in the ir: without the namespaces and classes around it, which one release of libclang
// writes and another does not.
func (u *unit) typeText(t clang.Type) string {
	s := t.Spelling()
	if !u.cxx {
		return s
	}
	return unqualified(s)
}

// unqualified drops what stands before :: in a type, template arguments included.
func unqualified(s string) string {
	if !strings.Contains(s, "::") {
		return s
	}
	var out []byte
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], "::") {
			out = out[:nameStart(out)]
			i++
			continue
		}
		out = append(out, s[i])
	}
	return string(out)
}

// nameStart returns where the name at the end of s begins, which may have template arguments.
func nameStart(s []byte) int {
	i := len(s)
	if i > 0 && s[i-1] == '>' {
		for depth := 0; i > 0; {
			i--
			if s[i] == '>' {
				depth++
			} else if s[i] == '<' {
				if depth--; depth == 0 {
					break
				}
			}
		}
	}
	for i > 0 && isIdentByte(s[i-1]) {
		i--
	}
	return i
}
