package report

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/rules"
)

func TestSuppression(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             []int // lines on which freshbuf is still reported
		malformed        []string
	}{
		{"line", "a.c", "p = malloc(); // mpivet:ignore freshbuf set-up\nq = malloc();\n", []int{2}, nil},
		{"above", "a.c", "/* mpivet:ignore heapchurn,freshbuf set-up */\nq = malloc();\nr = malloc();\n", []int{1, 3}, nil},
		{"above, more comment", "a.c", "// mpivet:ignore freshbuf set-up,\n// which runs once\nq = malloc();\nr = malloc();\n", []int{1, 2, 4}, nil},
		{"block", "a.c", "/*\n * mpivet:ignore freshbuf set-up\n */\nq = malloc();\n", []int{1, 2, 3}, nil},
		{"other rule", "a.c", "p = malloc(); // mpivet:ignore alltoall why\n", []int{1}, nil},
		{"file", "a.c", "p = malloc();\n// mpivet:ignore-file generated\n", nil, nil},
		{"file, one rule", "a.c", "p = malloc();\n// mpivet:ignore-file alltoall,heapchurn generated\n", []int{1, 2}, nil},
		{"string", "a.c", "p = f(\"// mpivet:ignore freshbuf x\");\n", []int{1}, nil},
		{"char", "a.c", "p = f('\"'); // mpivet:ignore freshbuf \"x\"\n", nil, nil},
		{"raw string", "a.cc", "p = f(u8R\"x(\" )\" // mpivet:ignore freshbuf x\n)x\");\n", []int{1, 2}, nil},
		{"digits", "a.cc", "p = f(1'000); // mpivet:ignore freshbuf x\n", nil, nil},
		{"continued", "a.c", "// a \\\nmpivet:ignore freshbuf x\np = malloc();\n", []int{1, 2}, nil},
		{"prose", "a.c", "p = malloc(); // write mpivet:ignore freshbuf x\n", []int{1}, nil},
		{"no reason", "a.c", "p = malloc(); // mpivet:ignore freshbuf\n", nil, []string{"1 mpivet:ignore gives no reason"}},
		{"no rule", "a.c", "p = malloc(); // mpivet:ignore\n", []int{1}, []string{"1 mpivet:ignore names no rule"}},
		{"unknown", "a.c", "p = malloc(); // mpivet:ignore freshbu why\n", []int{1}, []string{`1 mpivet:ignore names the unknown rule "freshbu"`}},
		{"NOLINT", "a.cc", "p = new T; // NOLINT(bugprone-x, mpivet-freshbuf)\nq = new T; // NOLINT\nr = new T; // NOLINT(mpivet-*): x\n", []int{2}, nil},
		{"NOLINTNEXTLINE", "a.cc", "a(); // NOLINTNEXTLINE(mpivet-freshbuf)\nq = new T;\nr = new T;\n", []int{1, 3}, nil},
		{"all of clang-tidy", "a.cc", "p = new T; // NOLINT(*)\nq = new T; // NOLINT(mpivet-alltoall)\n", []int{2}, nil},
		{"nolint", "a.go", "p := make(x) //nolint:errcheck,mpivet // once\n//nolint:mpivet\nq := make(x)\nr := make(x) //nolint:errcheck\n", []int{2, 4}, nil},
		{"NOLINT is not Go's", "a.go", "p := make(x) // NOLINT(mpivet-freshbuf)\n", []int{1}, nil},
		{"Go raw string", "a.go", "p := f(`\n// mpivet:ignore-file x`)\n", []int{1, 2}, nil},
		{"carriage returns", "a.c", "// mpivet:ignore freshbuf set-up\r\nq = malloc();\r\n", []int{1}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, o := project(t, map[string]string{c.file: c.text})
			lines := newSources(o.Paths.dir).file(c.file).lines
			var found []rules.Finding
			for n := 1; n < len(lines); n++ {
				found = append(found, fresh(at(c.file, n, 1)))
			}
			r := Run(found, Files{}, o)
			var left []int
			for _, f := range r.Findings {
				left = append(left, f.Pos.Line)
			}
			var malformed []string
			for _, m := range r.Malformed {
				malformed = append(malformed, fmt.Sprint(m.Pos.Line, " ", m.Message))
			}
			if diff := cmp.Diff(c.want, left) + cmp.Diff(c.malformed, malformed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSuppressionOnLaterLineOfExpression(t *testing.T) {
	_, o := project(t, map[string]string{"a.c": "p = malloc(\n  n); // mpivet:ignore freshbuf once\n"})
	f := fresh(at("a.c", 1, 5))
	f.Pos.EndLine = 2
	if r := Run([]rules.Finding{f}, Files{}, o); len(r.Findings) != 0 {
		t.Error(where(r))
	}
}
