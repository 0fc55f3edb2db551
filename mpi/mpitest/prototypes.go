// Package mpitest reads the prototypes of MPI headers, so that tests can
// compare tables and headers with one another.
package mpitest

import (
	"regexp"
	"strings"
)

// Prototype is the declaration of one function.
type Prototype struct {
	Name   string // "MPI_Send", "PMPI_Send_c"
	Result string // type of the result
	Params []Param
	Dots   bool // takes further arguments
}

// Param is one parameter. Arrays are pointers.
type Param struct {
	Name string // empty where the header gives none
	Type string // single spaces, no space before "*": "const void*", "char***"
}

// Is reports whether the type of p, without const, is one of those given.
func (p Param) Is(types ...string) bool {
	bare := strings.TrimPrefix(p.Type, "const ")
	for _, t := range types {
		if bare == t {
			return true
		}
	}
	return false
}

var (
	comment   = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	directive = regexp.MustCompile(`(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$`)
	callback  = regexp.MustCompile(`^P?MPI_[A-Z0-9_]+$`)
	candidate = regexp.MustCompile(`\b(\w+)[\s]+(\*?)\s*(P?MPI_\w+)\s*\(`)
)

// Parse returns the functions named MPI_… and PMPI_… that a header declares,
// without the predefined callbacks such as MPI_DUP_FN, which nobody calls.
// It knows as much C as such headers need: preprocessor lines are skipped and
// both sides of a conditional are read, so a name may come twice.
func Parse(header string) []Prototype {
	text := directive.ReplaceAllString(comment.ReplaceAllString(header, " "), "")
	var all []Prototype
	for _, m := range candidate.FindAllStringSubmatchIndex(text, -1) {
		inside, ok := parenthesized(text[m[1]:])
		if !ok || inTypedef(text[:m[3]]) || callback.MatchString(text[m[6]:m[7]]) {
			continue
		}
		p := Prototype{Name: text[m[6]:m[7]], Result: text[m[2]:m[3]] + text[m[4]:m[5]]}
		p.params(inside)
		all = append(all, p)
	}
	return all
}

// inTypedef reports whether text ends within a typedef.
func inTypedef(text string) bool {
	statement := text[strings.LastIndexAny(text, ";{}")+1:]
	return strings.HasPrefix(strings.TrimSpace(statement), "typedef")
}

// parenthesized returns what stands before the parenthesis that closes the one
// just read.
func parenthesized(text string) (string, bool) {
	depth := 1
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return text[:i], true
		}
	}
	return "", false
}

func (p *Prototype) params(list string) {
	if strings.TrimSpace(list) == "void" {
		return
	}
	for _, one := range strings.Split(list, ",") {
		one = strings.TrimSpace(one)
		if one == "..." {
			p.Dots = true
			continue
		}
		p.Params = append(p.Params, param(one))
	}
}

var (
	brackets = regexp.MustCompile(`\[[^]]*\]`)
	lastWord = regexp.MustCompile(`^(.*[\s*])(\w+)$`)
	spaces   = regexp.MustCompile(`\s+`)
)

func param(text string) Param {
	dims := len(brackets.FindAllString(text, -1))
	text = strings.TrimSpace(brackets.ReplaceAllString(text, ""))
	var p Param
	if m := lastWord.FindStringSubmatch(text); m != nil && m[2] != "int" {
		text, p.Name = m[1], m[2]
	}
	text += strings.Repeat("*", dims)
	text = spaces.ReplaceAllString(strings.TrimSpace(text), " ")
	// MPIO_Request is the name that ROMIO, the MPI-IO of MPICH, has for the type.
	p.Type = strings.NewReplacer(" *", "*", "* ", "*", "MPIO_Request", "MPI_Request").Replace(text)
	return p
}
