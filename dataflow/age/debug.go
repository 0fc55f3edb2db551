package age

import (
	"fmt"
	"io"
	"mpivet/ir"
	"os"
)

// Dump debug
func Dump(w io.Writer, prog *ir.Program) {
	a := newAnalysis(prog)
	a.findWanted()
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
