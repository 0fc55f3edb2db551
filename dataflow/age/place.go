package age

import (
	"strconv"
	"strings"

	"mpivet/ir"
)

// A place is a path in a form that can be compared and hashed: a variable and its steps, each step introduced by one of
// the marks below.
type place struct {
	root *ir.Var
	sels string
}

const (
	markField = '\x01'
	markDeref = '\x02'
	markElem  = '\x03'

	// maxSteps is where paths are cut: a block held by a longer one is stored where we do not follow.
	maxSteps = 9
)

// Keys of elements. A constant index is "k5", an index expression of the function "x12", the element of an earlier pass
// of the loop with header 7 "~7", and any element "*". anyAll, only in an access, means every element.
const (
	keyAny = "*"
	keyAll = "!"
)

func fieldStep(name string) string { return string(markField) + name }
func elemStep(key string) string   { return string(markElem) + key }

const derefStep = string(markDeref)

// join returns p extended by steps.
func (p place) join(steps string) place { return place{p.root, p.sels + steps} }

func isMark(c byte) bool { return c == markField || c == markDeref || c == markElem }

// steps splits the encoded steps.
func steps(s string) []string {
	var out []string
	for len(s) > 0 {
		n := 1
		for n < len(s) && !isMark(s[n]) {
			n++
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

func countSteps(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if isMark(s[i]) {
			n++
		}
	}
	return n
}

// firstStep returns the first step of s and the rest.
func firstStep(s string) (step, rest string) {
	if s == "" {
		return "", ""
	}
	n := 1
	for n < len(s) && !isMark(s[n]) {
		n++
	}
	return s[:n], s[n:]
}

// match says how an element of a place compares with the element that an access names.
type match uint8

const (
	no match = iota
	may
	must
)

// prefixed compares access acc with the start of place p: whether p lies in (or is) the cell acc. At the first element
// that only may be the same it stops and returns that element's offset in p.sels. rest is what of p lies below acc.
func prefixed(p, acc place, elem func(have, want string) match) (m match, rest string, at int) {
	if p.root != acc.root {
		return no, "", 0
	}
	a, b, m := p.sels, acc.sels, must
	if elem == nil || strings.IndexByte(b, markElem) < 0 {
		if strings.HasPrefix(a, b) && (len(a) == len(b) || isMark(a[len(b)])) {
			return must, a[len(b):], 0
		}
		return no, "", 0
	}
	at = -1
	for b != "" {
		var sa, sb string
		pos := len(p.sels) - len(a)
		sa, a = firstStep(a)
		sb, b = firstStep(b)
		if sa == sb && sa != "" && sa != elemStep(keyAny) {
			continue
		}
		if sa == "" || sa[0] != markElem || sb[0] != markElem {
			return no, "", 0
		}
		switch elem(sa[1:], sb[1:]) {
		case no:
			return no, "", 0
		case may:
			if at < 0 {
				at = pos
			}
			m = may
		}
	}
	return m, a, at
}

// replaceElem returns p with the element step at offset at replaced by key.
func (p place) replaceElem(at int, key string) place {
	_, rest := firstStep(p.sels[at:])
	return place{p.root, p.sels[:at] + elemStep(key) + rest}
}

// elemAfter returns the access's element key at the same offset, which is that of its step number.
func elemKeyAt(acc place, p place, at int) string {
	n := countSteps(p.sels[:at])
	list := steps(acc.sels)
	if n < len(list) && list[n][0] == markElem {
		return list[n][1:]
	}
	return keyAny
}

// general returns s with every element that only this function can name replaced by any.
func general(s string) string {
	if strings.IndexByte(s, markElem) < 0 {
		return s
	}
	var b strings.Builder
	for _, st := range steps(s) {
		if st[0] == markElem && st[1] != 'k' {
			st = elemStep(keyAny)
		}
		b.WriteString(st)
	}
	return b.String()
}

func constKey(v int64) string { return "k" + strconv.FormatInt(v, 10) }
