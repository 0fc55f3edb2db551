package fix

import "mpivet/ir"

// once reports whether a run of the program comes to fn a fixed number of times: it is reached from main only, outside loops and
// recursion, as functions are that the rules stay quiet about.
func (f *Fixer) once(fn *ir.Func) bool {
	seen := map[*ir.Func]bool{fn: true}
	for work := []*ir.Func{fn}; len(work) > 0; work = work[1:] {
		g := work[0]
		if g.AddrTaken || f.prog.Recursive(g) {
			return false
		}
		callers := f.prog.Callers(g)
		if len(callers) == 0 && !g.Main || g.Main && len(callers) > 0 {
			return false // nobody shows how often
		}
		for _, cs := range callers {
			if cs.Fn.Loops().Innermost(cs.Block) != nil || cs.Call.Async {
				return false
			}
			if !seen[cs.Fn] {
				seen[cs.Fn] = true
				work = append(work, cs.Fn)
			}
		}
	}
	return true
}
