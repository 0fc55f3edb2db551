package age

import "mpivet/ir"

// loopSet is a set of loops; most are empty.
type loopSet map[*ir.Loop]bool

func (s *loopSet) add(l *ir.Loop) {
	if *s == nil {
		*s = loopSet{}
	}
	(*s)[l] = true
}
