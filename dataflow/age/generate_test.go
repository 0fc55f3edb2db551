package age_test

import (
	"fmt"
	"math/rand"
	"strings"

	"mpivet/ir"
)

// generator writes random structured programs: nested loops, branches, calls, buffers in variables, fields, elements and
// globals.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	funcs  int // functions in the program
	fn     int // the one being written
	labels int
	loops  int
	depth  int
	budget int // statements left in the function
}

const globalsText = "global @g0 \"double *\"\nglobal @g1 \"double *\"\n\n"

// program writes units with funcs functions in all; the last function is main.
func program(seed int64, funcs, units int) map[string]string {
	g := &generator{r: rand.New(rand.NewSource(seed)), funcs: funcs}
	texts := map[string]*strings.Builder{}
	for i := 0; i < funcs; i++ {
		name := fmt.Sprintf("u%d.c", i%units)
		if texts[name] == nil {
			texts[name] = &strings.Builder{}
			texts[name].WriteString(globalsText)
		}
		g.b.Reset()
		g.fn = i
		g.function()
		texts[name].WriteString(g.b.String())
	}
	out := map[string]string{}
	for name, b := range texts {
		out[name] = b.String()
	}
	return out
}

func parseAll(texts map[string]string, names []string) ([]*ir.Unit, error) {
	var out []*ir.Unit
	for _, name := range names {
		u, err := ir.ParseUnit(name, texts[name])
		if err != nil {
			return nil, err
		}
		if errs := ir.Sanity(u); len(errs) > 0 {
			return nil, errs[0]
		}
		out = append(out, u)
	}
	return out, nil
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, "  "+format+"\n", args...)
}

func (g *generator) label() string {
	g.labels++
	return fmt.Sprintf("l%d", g.labels)
}

func (g *generator) function() {
	mark := []string{"", " exported", " exported addrtaken"}[g.r.Intn(3)]
	if g.fn == g.funcs-1 {
		mark = " main"
	}
	fmt.Fprintf(&g.b, "func @f%d(%%s, %%a, %%n) results 1%s {\n", g.fn, mark)
	for i := 0; i < 4; i++ {
		g.line("%%p%d = null", i)
	}
	for i := 0; i < 4; i++ {
		g.line("%%i%d = 0", i)
	}
	g.loops, g.depth, g.budget = 0, 0, 8+g.r.Intn(14)
	for g.budget > 0 {
		g.statement()
	}
	g.line("return %s", g.pointer())
	g.b.WriteString("}\n\n")
}

func (g *generator) statement() {
	g.budget--
	switch k := g.r.Intn(20); {
	case k < 4:
		g.line("acquire %s malloc size %%n * 8", g.cell())
	case k < 7:
		g.line("comm MPI_Send send(%s count %%n elem 8)", g.pointer())
	case k < 9:
		g.line("release %s free", g.pointer())
	case k < 12:
		g.line("%s = %s", g.cell(), g.value())
	case k < 14 && g.depth < 4:
		g.branch()
	case k < 16 && g.depth < 3 && g.loops < 4:
		g.loop()
	case k < 18:
		g.call()
	case k == 18:
		c := g.cell()
		g.line("acquire %s realloc of %s size %%n", c, c)
	default:
		g.line("ensure %s resize", g.cell())
	}
}

func (g *generator) branch() {
	then, els, end := g.label(), g.label(), g.label()
	g.line("if %s then %s else %s", g.condition(), then, els)
	for _, l := range []string{then, els} {
		g.b.WriteString(l + ":\n")
		g.depth++
		for n := g.r.Intn(3); n > 0; n-- {
			g.statement()
		}
		g.depth--
		g.line("jump %s", end)
	}
	g.b.WriteString(end + ":\n")
}

// loop writes a loop that counts its own variable, so that programs end.
func (g *generator) loop() {
	i := g.loops
	g.loops++
	head, body, end := g.label(), g.label(), g.label()
	g.line("%%i%d = 0", i)
	g.line("jump %s", head)
	fmt.Fprintf(&g.b, "%s: loop\n", head)
	g.line("if %%i%d < %d then %s else %s", i, 2+g.r.Intn(3), body, end)
	g.b.WriteString(body + ":\n")
	g.depth++
	for n := 1 + g.r.Intn(4); n > 0; n-- {
		g.statement()
	}
	g.depth--
	g.line("%%i%d = %%i%d + 1", i, i)
	g.line("jump %s", head)
	g.b.WriteString(end + ":\n")
}

// call calls an earlier function, so that programs end.
func (g *generator) call() {
	if g.fn == 0 {
		g.line("%%rc = call @memset(%s, 0, %%n)", g.pointer())
		return
	}
	g.line("%s = call @f%d(%s, %s, %%n - 1)", g.cell(), g.r.Intn(g.fn), g.structure(), g.array())
}

func (g *generator) pick(list ...string) string { return list[g.r.Intn(len(list))] }

func (g *generator) index() string { return g.pick("0", "1", "%i0", "%i1", "%i0 % 2", "%n") }

func (g *generator) structure() string { return g.pick("%s", "%s", "&%local") }

func (g *generator) array() string { return g.pick("%a", "%a", "&%arr[0]", "%s.*.tab") }

// cell returns a cell that holds a pointer.
func (g *generator) cell() string {
	return g.pick("%p0", "%p1", "%p2", "%p3", "%s.*.u", "%s.*.v", "%local.u", "@g0", "@g1",
		"%a.*["+g.index()+"]", "%arr["+g.index()+"]")
}

// pointer returns a pointer expression.
func (g *generator) pointer() string {
	if g.r.Intn(6) == 0 {
		return "offset(" + g.cell() + ", " + g.pick("1", "%i0", "%n") + ")"
	}
	return g.cell()
}

func (g *generator) value() string {
	if g.r.Intn(4) == 0 {
		return "null"
	}
	return g.pointer()
}

func (g *generator) condition() string {
	switch g.r.Intn(4) {
	case 0:
		return g.cell() + " == null"
	case 1:
		return "%n > 2"
	case 2:
		return "%s.*.flag"
	}
	return g.pick("%i0", "%i1", "%n") + g.pick(" == ", " < ") + g.pick("0", "1", "2")
}
