package ir

import (
	"strings"
	"testing"
)

// function parses the body of a function with parameters %n, %m and %p, as unit "t.c"; its first line is line 1.
func function(t *testing.T, body string) *Func {
	t.Helper()
	u := unit(t, "t.c", "func @f(%n, %m, %p) {"+body+"\n}")
	return u.Funcs[0]
}

// unit parses a unit and holds it against the invariants.
func unit(t *testing.T, name, text string) *Unit {
	t.Helper()
	u, err := ParseUnit(name, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range Sanity(u) {
		t.Error(err)
	}
	return u
}

// expr parses an expression over the variables of f.
func expr(t *testing.T, f *Func, text string) Expr {
	t.Helper()
	toks, err := lex("expression", text)
	if err != nil {
		t.Fatal(err)
	}
	p := &parser{name: "expression", toks: toks, unit: &Unit{}, fn: f, globals: map[string]*Var{}, vars: map[string]*Var{}}
	for _, v := range append(append([]*Var(nil), f.Params...), f.Locals...) {
		p.vars[v.Name] = v
	}
	return p.expr()
}

func lines(s string) []string {
	var out []string
	for _, l := range strings.Split(strings.TrimSpace(s), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}
