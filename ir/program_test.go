package ir

import (
	"strings"
	"testing"
)

// link makes a program of units given as name and text in turn.
func link(t *testing.T, texts ...string) *Program {
	t.Helper()
	var units []*Unit
	for i := 0; i < len(texts); i += 2 {
		units = append(units, unit(t, texts[i], texts[i+1]))
	}
	return NewProgram(units)
}

func names(fs []*Func) string {
	var out []string
	for _, f := range fs {
		out = append(out, f.Name)
	}
	return strings.Join(out, " ")
}

func TestAnInlineFunctionOfAHeaderAppearsOnce(t *testing.T) {
	p := link(t,
		"b.c", "func @b() {\n call @inl()\n}\nfunc @inl() header @\"inl.h\":1:1 {\n}",
		"a.c", "func @a() {\n call @inl()\n}\nfunc @inl() header @\"inl.h\":1:1 {\n}")
	if got := names(p.All); got != "a inl b" {
		t.Errorf("functions: %s", got)
	}
	if got := len(p.Callers(p.Funcs["inl"])); got != 2 {
		t.Errorf("inl has %d callers, want one in each unit", got)
	}
}

func TestTheBodyOfTheUnitThatCompilesCounts(t *testing.T) {
	p := link(t,
		"a.c", "unit \"a.c\" lang c errors 2\nfunc @a() {\n call @inl()\n}\nfunc @inl() header @\"inl.h\":1:1 {\n}",
		"b.c", "unit \"b.c\" lang c\nfunc @b() {\n call @inl()\n}\nfunc @inl() header @\"inl.h\":1:1 {\n call @x()\n}")
	if got := names(p.All); got != "a b inl" {
		t.Errorf("functions: %s", got)
	}
	if got := len(p.Callers(p.Funcs["inl"])); got != 2 {
		t.Errorf("inl has %d callers, want one in each unit", got)
	}
	if u := p.UnitOf(p.Funcs["inl"]); u == nil || u.Name != "b.c" {
		t.Errorf("inl is that of %v", u)
	}
}

func TestAFunctionOfTwoExecutablesIsNotMixedUp(t *testing.T) {
	p := link(t,
		"one.c", "func @main() main {\n call @setup()\n}\nfunc @setup() exported {\n}",
		"two.c", "func @main() main {\n call @setup()\n}\nfunc @setup() exported {\n}",
		"lib.c", "func @lib() {\n call @setup()\n}")
	if p.Funcs["setup"] != nil || p.Funcs["main"] != nil {
		t.Error("a name that means two functions is in Funcs")
	}
	for _, u := range p.Units {
		caller := u.Funcs[0]
		got := p.Resolve(caller, "setup")
		switch {
		case u.Name == "lib.c" && got != nil:
			t.Error("lib.c has no setup of its own, and there are two others")
		case u.Name != "lib.c" && got != u.Funcs[1]:
			t.Errorf("%s does not call its own setup", u.Name)
		}
	}
}

func TestAFunctionOfTwoExecutablesIsThatOfTheFolder(t *testing.T) {
	main := "func @main() main {\n call @setup()\n}"
	setup := "func @setup() exported {\n}"
	p := link(t,
		"one/main.c", main, "one/setup.c", setup,
		"two/main.c", main, "two/setup.c", setup,
		"lib/lib.c", "func @lib() {\n call @setup()\n}",
		"both/main.c", main, "both/setup.c", setup, "both/other.c", setup)
	want := map[string]string{"one/main.c": "one/setup.c", "two/main.c": "two/setup.c", "lib/lib.c": "", "both/main.c": ""}
	for _, u := range p.Units {
		expected, ok := want[u.Name]
		if !ok {
			continue
		}
		got := ""
		if f := p.Resolve(u.Funcs[0], "setup"); f != nil {
			got = p.UnitOf(f).Name
		}
		if got != expected {
			t.Errorf("%s calls the setup of %q, want %q", u.Name, got, expected)
		}
	}
}

func TestTrimKeepsWhatHasToDoWithMPI(t *testing.T) {
	p := link(t,
		"a.c", `
		func @main() main {
			call @send()
			call @helper()
			call @plain()
		}
		func @send() {
			call @MPI_Barrier(MPI_COMM_WORLD)
		}
		func @helper() {
			call @below()
		}
		func @below() {
		}
		func @free(%c) {
			release %c MPI_Comm_free
		}`,
		"b.c", `
		func @other() exported {
			call @helper()
			call @alone()
		}
		func @alone() {
			call @alone()
		}
		func @plain() exported {
			%n = @limit
		}
		func @set(%s) exported {
			@limit = 3
		}
		func @count(%s) exported {
			@seen = 3
		}`)
	helper := p.Funcs["helper"]
	p.Trim()
	if got := names(p.All); got != "below free helper main send plain set" {
		t.Errorf("kept: %s", got)
	}
	if got := len(p.Callers(helper)); got != 1 {
		t.Errorf("helper has %d callers, want main alone", got)
	}
	if p.Funcs["other"].Blocks != nil {
		t.Error("the body of other is still there")
	}
	for _, comp := range p.SCCs() {
		for _, f := range comp {
			if f.Blocks == nil {
				t.Errorf("%s is in the call graph", f.Name)
			}
		}
	}
}

func TestTheSameFileCompiledTwiceIsNoClash(t *testing.T) {
	text := "func @f() @\"f.c\":3:1 {\n}"
	p := link(t, "f.c", text, "f.c", text, "g.c", "func @g() {\n call @f()\n}")
	if p.Resolve(p.Funcs["g"], "f") == nil {
		t.Error("f is not found")
	}
}

func TestCallGraphBottomUp(t *testing.T) {
	p := link(t, "t.c", `
		func @main() {
			call @a()
			call {@leaf, @unseen}()
		}
		func @a() {
			call @b()
		}
		func @b() {
			call @a()
			call @leaf()
		}
		func @leaf() {
		}
		func @self() {
			call @self()
		}`)
	var comps []string
	for _, c := range p.SCCs() {
		comps = append(comps, names(c))
	}
	if got := strings.Join(comps, ", "); got != "leaf, a b, main, self" {
		t.Errorf("components: %s", got)
	}
	for name, want := range map[string]bool{"main": false, "a": true, "b": true, "leaf": false, "self": true} {
		if got := p.Recursive(p.Funcs[name]); got != want {
			t.Errorf("%s is recursive: %v, want %v", name, got, want)
		}
	}
	sites := p.Callers(p.Funcs["leaf"])
	if len(sites) != 2 || sites[0].Fn.Name != "b" || sites[1].Fn.Name != "main" || sites[1].Index != 1 {
		t.Errorf("callers of leaf: %v", sites)
	}
	if got := names(p.Targets(p.Funcs["main"], sites[1].Call)); got != "leaf" {
		t.Errorf("targets seen: %s", got)
	}
}
