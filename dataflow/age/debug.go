package age

import (
	"fmt"
	"io"
	"mpivet/ir"
	"os"
	"sort"
)

// Dump debug
func Dump(w io.Writer, prog *ir.Program) {
	a := newAnalysis(prog)
	a.findWanted()
	a.rel = newRelevance(a)
	for _, fn := range prog.All {
		if a.want[fn] {
			a.context(fn, start)
			a.run()
		}
	}
	for _, s := range a.sites {
		fmt.Fprintf(w, "site %d in %s at %v inner=%v kind=%d leaves=%v lost=%v esc=%v same=%v\n", s.id, s.fn.fn.Display, s.in.Position(), s.inner != nil, s.kind(), s.leaves, s.lost, s.escaped, s.same)
		for l := range s.kept {
			fmt.Fprintf(w, "   loop %d kept piled=%v added=%v esc=%v\n", l.Pos.Line, s.piled[l], s.added[l], s.escapedAt[l])
		}
		for l := range s.reused {
			fmt.Fprintf(w, "   loop %d reused\n", l.Pos.Line)
		}
		for _, e := range s.events {
			fmt.Fprintf(w, "   event %v same=%v via %v\n", a.calls[e.call].in.Position(), e.same, e.via)
		}
		fmt.Fprintf(w, "   ended %v\n", s.ended)
	}
	for _, x := range a.order {
		fmt.Fprintf(w, "ctx %s entry %d [%s] facts %d given %v\n", x.fn.fn.Display, x.entry.org, texts(x.entry.places), x.facts, x.given)
		for _, e := range x.exits {
			id := -1
			if e.f.site != nil {
				id = e.f.site.id
			}
			fmt.Fprintf(w, "   exit org=%d site=%d [%s] call=%d esc=%d ret=%v\n", e.f.org, id, texts(e.f.places), e.f.call, e.f.escaped, e.ret)
		}
	}
}

func texts(ps []place) string {
	s := ""
	for _, p := range ps {
		s += p.text() + " "
	}
	return s
}

var debugFn = os.Getenv("DEBUGFN")

var current *analysis

// Stats debug
func Stats(w io.Writer) {
	a := current
	n := map[string]int{}
	fa := map[string]int{}
	for _, x := range a.order {
		n[x.fn.fn.Display]++
		fa[x.fn.fn.Display] += x.facts
	}
	type kv struct {
		k string
		v int
	}
	var l []kv
	for k, v := range fa {
		l = append(l, kv{k, v})
	}
	sort.Slice(l, func(i, j int) bool { return l[i].v > l[j].v })
	fmt.Fprintln(w, "ctxs", len(a.order), "sites", len(a.sites), "funcs", len(a.funcs))
	for i := 0; i < 25 && i < len(l); i++ {
		fmt.Fprintln(w, l[i].k, "facts", l[i].v, "ctxs", n[l[i].k])
	}
}

func init() {
	if os.Getenv("FACTS") == "" {
		return
	}
	onPush = func(it item) {
		if it.ctx.fn.fn.Display == os.Getenv("FACTS") {
			id := "-"
			if it.f.site != nil {
				id = fmt.Sprint(it.f.site.id, it.f.site.in.Position().Line)
			}
			fmt.Fprintf(os.Stderr, "FACT ctx=%p b%d.%d org=%d site=%s lvl=%d call=%d/%d esc=%d preds=%q [%s]\n", it.ctx, it.block, it.instr, it.f.org, id, it.f.level, it.f.call, it.f.last, it.f.escaped, it.f.preds, texts(it.f.places))
		}
	}
}

// Entries debug
func Entries(w io.Writer) {
	n := map[string]int{}
	for _, x := range current.order {
		for _, p := range x.entry.places {
			f := ""
			for _, st := range steps(p.sels) {
				if st[0] == markField {
					f = st
				}
			}
			n[f] += x.facts
		}
		if x.entry.org == nothing {
			n["ZERO"] += x.facts
		}
	}
	type kv struct {
		k string
		v int
	}
	var l []kv
	t := 0
	for k, v := range n {
		l = append(l, kv{k, v})
		t += v
	}
	sort.Slice(l, func(i, j int) bool { return l[i].v > l[j].v })
	fmt.Fprintln(w, "total", t)
	for i := 0; i < 40 && i < len(l); i++ {
		fmt.Fprintf(w, "%q %d\n", l[i].k, l[i].v)
	}
	for _, x := range current.order {
		if x.fn.fn.Display == "hypre_BoomerAMGBuildInterp" || x.fn.fn.Display == "hypre_SMGSolve" {
			fmt.Fprintln(w, x.fn.fn.Display, texts(x.entry.places), x.facts)
		}
	}
}
