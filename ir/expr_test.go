package ir

import "testing"

// exprFunc offers variables for expressions.
func exprFunc(t *testing.T) *Func {
	return function(t, `
		var %a array, %s, %i, %j
		return`)
}

func TestSimplify(t *testing.T) {
	f := exprFunc(t)
	for in, want := range map[string]string{
		// constants
		"2 + 3 * 4":   "14",
		"7 / 0":       "(7 / 0)",
		"-7 % 4":      "-3",
		"1 << 10":     "1024",
		"1 << 64":     "(1 << 64)",
		"~0 & 255":    "255",
		"!5 || 3 > 2": "1",
		"-(5)":        "-5",
		"5 ^ 1":       "4",
		// sums
		"%n + 0":              "%n",
		"0 + %n - 0":          "%n",
		"(%n + 1) + 2":        "(%n + 3)",
		"1 + %n":              "(%n + 1)",
		"%n + 1 - 1":          "%n",
		"%n - %n":             "0",
		"%n + %n":             "(%n * 2)",
		"%n - (%m - %n)":      "((%n * 2) - %m)",
		"%m + %i":             "(%i + %m)",
		"0 - %n":              "-%n",
		"-(-%n)":              "%n",
		"?\"f()\" - ?\"f()\"": `(?"f()" - ?"f()")`,
		// products
		"%n * 1":       "%n",
		"%n * 0":       "0",
		"8 * %n":       "(%n * 8)",
		"%n * %m * 2":  "((%m * %n) * 2)",
		"2 * %n * 4":   "(%n * 8)",
		"(%n - 1) * 8": "((%n * 8) - 8)",
		"%n << 3":      "(%n * 8)",
		"%n * -1":      "-%n",
		// neutral and absorbing elements
		"%n / 1":  "%n",
		"%n % 1":  "0",
		"%n | 0":  "%n",
		"0 ^ %n":  "%n",
		"%n & 0":  "0",
		"%n >> 0": "%n",
		"0 / %n":  "0",
		// order
		"%n ^ %m":                          "(%m ^ %n)",
		"%n & 7":                           "(%n & 7)",
		"7 & %n":                           "(%n & 7)",
		"rank(MPI_COMM_WORLD) ^ (1 << %i)": "((1 << %i) ^ rank(MPI_COMM_WORLD))",
		"(1 + rank(MPI_COMM_WORLD)) % size(MPI_COMM_WORLD)": "((rank(MPI_COMM_WORLD) + 1) % size(MPI_COMM_WORLD))",
		// comparisons
		"3 < %n":          "(%n > 3)",
		"%n == %m":        "(%m == %n)",
		"%n == %n":        "1",
		"%n < %n":         "0",
		"? == ?":          "(? == ?)",
		"!(%n < %m)":      "(%n >= %m)",
		"!!%n":            "!!%n",
		"!!(%n == 1)":     "(%n == 1)",
		"(%n < %m) != 0":  "(%n < %m)",
		"(%n < %m) == 0":  "(%n >= %m)",
		"null == null":    "1",
		"&%a == null":     "0",
		"0 == null":       "1",
		"&%p.*.x == null": "(&%p.*.x == null)",
		`"text" != null`:  "1",
		// truth values
		"1 && %n":       "(%n != 0)",
		"0 && %n":       "0",
		"%n && 0":       "0",
		"%n || 1":       "1",
		"%n || 0":       "(%n != 0)",
		"(%n < 3) && 1": "(%n < 3)",
		"%n && %n":      "(%n != 0)",
		// pointers
		"offset(%p, 0)":             "%p",
		"offset(offset(%p, 1), %n)": "offset(%p, (%n + 1))",
		"&%p.*":                     "%p",
		"&%p.*[%i]":                 "offset(%p, %i)",
		"&%p.*[0]":                  "%p",
		"offset(&%a[1], 2)":         "&%a[3]",
		"&%p.*.x":                   "&%p.*.x",
		"%p.*[1 + 2]":               "%p.*[3]",
		"size(MPI_COMM_WORLD) * 1":  "size(MPI_COMM_WORLD)",
	} {
		got := Simplify(expr(t, f, in))
		if Key(got) != want {
			t.Errorf("%s is %s, want %s", in, Key(got), want)
		}
		if again := Simplify(got); Key(again) != want {
			t.Errorf("%s: simplified twice it is %s, once %s", in, Key(again), want)
		}
	}
}

func TestSubstitute(t *testing.T) {
	f := exprFunc(t)
	for _, c := range []struct{ in, cell, value, want string }{
		{"%n * 8", "%n", "%m + 1", "((%m + 1) * 8)"},
		{"%s", "%s", "&%a", "&%a"},
		{"%s.*.n", "%s", "&%a", "%a.n"},
		{"%s.*.n", "%s", "%p", "%p.*.n"},
		{"%s.*.n", "%s", "&%p.*.part", "%p.*.part.n"},
		{"&%s.*.n", "%s", "&%a", "&%a.n"},
		{"%s.*.tab.*[%i]", "%s.*.tab", "%p", "%p.*[%i]"},
		{"%s.*.tab.*[%i]", "%i", "3", "%s.*.tab.*[3]"},
		{"%p.*[%i]", "%p", "offset(%s, %j)", "%s.*[(%i + %j)]"},
		{"%p.*", "%p", "offset(%s, %j)", "%s.*[%j]"},
		{"%p.*[1]", "%p", "&%a[%j]", "%a[(%j + 1)]"},
		{"%p.*[1]", "%p", "&%a", "%a[1]"},
		{"%p.*[0]", "%p", "&%n", "%n"},
		{"%p.*[?]", "%p", "offset(%s, %j)", "%s.*[?]"},
		{"%s.x", "%s", "%p.*", "%p.*.x"},
		{"&%s.x", "%s", "%p.*", "&%s.x"},
		{"%p.*.x", "%p", "null", `?"%p.*.x"`},
		{"%p.*.x", "%p", `?"f()"`, `?"%p.*.x"`},
		{"&%p.*.x", "%p", "null", `?"&%p.*.x"`},
		{"rank(%s.*.comm)", "%s", "%p", "rank(%p.*.comm)"},
		{"%m", "%n", "1", "%m"},
	} {
		cell := expr(t, f, c.cell).(Load).Path
		value := expr(t, f, c.value)
		got := Substitute(expr(t, f, c.in), func(p Path) (Expr, bool) {
			if p.Equal(cell) {
				return value, true
			}
			return nil, false
		})
		if Key(got) != c.want {
			t.Errorf("%s with %s = %s is %s, want %s", c.in, c.cell, c.value, Key(got), c.want)
		}
	}
}

func TestPaths(t *testing.T) {
	f := exprFunc(t)
	path := func(text string) Path { return expr(t, f, text).(Load).Path }
	p := path("%s.*.tab[%i].x")
	if !p.HasPrefix(path("%s.*")) || p.HasPrefix(path("%s.*.x")) || p.HasPrefix(path("%s.*.tab[%j]")) || !p.HasPrefix(p) {
		t.Error("prefixes are wrong")
	}
	q, ok := p.ReplacePrefix(path("%s.*"), path("%a"))
	if !ok || !q.Equal(path("%a.tab[%i].x")) || q.Key() != "%a.tab[%i].x" {
		t.Errorf("prefix replaced: %s", q)
	}
	if r, ok := p.ReplacePrefix(path("%a"), path("%s")); ok || !r.Equal(p) {
		t.Errorf("a prefix that is not there: %s", r)
	}
	extended := p.Parent()
	extended.Field("y")
	if p.String() != "%s.*.tab[%i].x" {
		t.Errorf("extending a parent changed the path to %s", p)
	}
	g, h := &Var{Name: "g", Kind: Global}, &Var{Name: "g", Kind: Global}
	if !VarPath(g).Equal(VarPath(h)) {
		t.Error("the same global of two units differs")
	}
}

func TestOccurrences(t *testing.T) {
	f := exprFunc(t)
	e := expr(t, f, "offset(%s.*.tab.*[%i], %n) + (&%a[%j] == null) + %n")
	var names, cells string
	for _, v := range Vars(e) {
		names += v.Name + " "
	}
	for _, p := range Loads(e) {
		cells += p.Key() + " "
	}
	if want := "s i n a j "; names != want {
		t.Errorf("variables: %s, want %s", names, want)
	}
	if want := "%s.*.tab.*[%i] %i %n %j %n "; cells != want {
		t.Errorf("cells read: %s, want %s", cells, want)
	}
}
