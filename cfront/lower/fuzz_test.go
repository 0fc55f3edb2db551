//go:build cgo

package lower

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLower lowers random programs: whatever parses, in part or whole, must yield sound ir, and every
// operator of what compiles must be read, those in macros too.
func FuzzLower(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &generator{rand.New(rand.NewPCG(seed, 7)), 0, &strings.Builder{}}
		file := filepath.Join(t.TempDir(), "random.c")
		src := g.program()
		if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		u, stats := lowered(t, file, Options{})
		if stats.NoOp > 0 && parse(t, file).Diagnostics.Errors == 0 {
			t.Errorf("%d operators were not read", stats.NoOp)
		}
		if t.Failed() {
			t.Logf("%s", src)
		}
		text(t, u)
	})
}

// generator writes random C, most of it valid.
type generator struct {
	rnd   *rand.Rand
	depth int
	out   *strings.Builder
}

const prelude = `#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(e) do { int rc_ = (e); if (rc_ != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, rc_); } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define GET(p, n) ((p) = malloc((n) * sizeof *(p)))
struct s { int a, b[3]; double *p; struct s *next; struct { int in; }; };
static double *kept; int ext(int, ...);
`

func (g *generator) program() string {
	g.out.WriteString(prelude)
	for i := range 3 {
		fmt.Fprintf(g.out, "int f%d(int n, double *q, double **pp, struct s *s, MPI_Comm c)\n{\n\tint i = 0, j = 1, v[4]; struct s t;\n", i)
		for range 6 {
			g.stmt()
		}
		g.out.WriteString("out:\n\treturn n;\n}\n")
	}
	return g.out.String()
}

func (g *generator) pick(of ...string) string { return of[g.rnd.IntN(len(of))] }

// stmt writes a statement; the words E, L and P stand for an expression, an lvalue of type int, a pointer.
func (g *generator) stmt() {
	simple := []string{
		"L = E;", "P = P;", "L += E;", "i++;", "--L;", "P = malloc(E);", "P = (double *)calloc(E, 8), L = E;", "free(P);", ";",
		"MPI_Send(P, E, MPI_DOUBLE, E, 0, c);", "CHECK(MPI_Bcast(P, E, MPI_INT, 0, MPI_COMM_WORLD));", "(void)GET(P, E);",
		"E ? ext(E) : (void)0;", "MPI_Comm_rank(c, &L);", "t = *s;", "t = (struct s){ .a = E, .b = { E, [2] = E } };",
		"{ int k[] = { E, E }; L = k[1]; }", "memset(s, 0, sizeof *s);", "L = ({ int z = E; z + 1; });", "E, E;", "goto out;",
		"{ static int st; st++; }", "{ struct s w = { E, { E }, P }; *s = w; }", "P = E ? P : NULL;", "{ int vla[E]; ext(E, vla); }",
		"{ MPI_Request r; MPI_Irecv(P, E, MPI_BYTE, MPI_ANY_SOURCE, 3, c, &r); MPI_Wait(&r, MPI_STATUS_IGNORE); }",
	}
	nested := []string{
		"if (E) S else S", "if (E) S", "while (E) S", "do S while (E);", "for (L = E; E; L++) S", "for (;;) { S break; }",
		"for (int k = 0; k < E; ++k) { S continue; }", "switch (E) { case 1: S case 2: S break; default: S }", "{ S S }",
		"switch (E) while (E) { case 3: S }", "if (E) S else if (E) S else if (E) S else S",
	}
	g.depth++
	form := g.pick(simple...)
	if g.depth < 4 && g.rnd.IntN(2) == 0 {
		form = g.pick(nested...)
	}
	g.expand(form)
	g.out.WriteString("\n")
	g.depth--
}

func (g *generator) expr() string {
	forms := []string{
		"n", "i", "j", "7", "sizeof(int)", "v[E % 4]", "s->a", "(E + E)", "(E * E)", "E - E", "MAX(E, E)", "-(E)", "!(E)", "(E && E)",
		"(E || !P)", "(E < E)", "(L = E)", "L++", "--L", "ext(E)", "(int)*q", "(int)P[E]", "(E, E)", "(E ? E : E)", "(P == NULL)",
		"s->next->in", "t.b[E]", "(int)(P - P)", "MPI_ANY_SOURCE", "(E ?: E)", "f0(E, P, pp, s, c)", "((E) & ~(E))", "E << 2", "'a'",
	}
	return g.bounded(forms, 5)
}

func (g *generator) lvalue() string {
	return g.bounded([]string{"n", "i", "j", "v[E]", "s->a", "t.a", "s->next->b[E]", "t.in", "(*s).a", "(*&i)"}, 3)
}

func (g *generator) pointer() string {
	return g.bounded([]string{"q", "kept", "*pp", "s->p", "t.p", "pp[E]", "(*pp)", "s->next->p"}, 2)
}

// bounded picks a form; deep inside, one of the first few, which hold no others.
func (g *generator) bounded(forms []string, leaves int) string {
	if g.depth > 7 {
		forms = forms[:leaves]
	}
	return g.pick(forms...)
}

// expand writes a form with its words replaced.
func (g *generator) expand(form string) {
	g.depth++
	defer func() { g.depth-- }()
	for i := 0; i < len(form); i++ {
		alone := (i == 0 || !isIdentByte(form[i-1])) && (i+1 == len(form) || !isIdentByte(form[i+1]))
		switch c := form[i]; {
		case alone && c == 'E':
			g.expand(g.expr())
		case alone && c == 'L':
			g.expand(g.lvalue())
		case alone && c == 'P':
			g.expand(g.pointer())
		case alone && c == 'S':
			g.stmt()
		default:
			g.out.WriteByte(c)
		}
	}
}
