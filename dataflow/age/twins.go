package age

import (
	"slices"
	"strings"

	"mpivet/ir"
)

// Sites whose blocks leave a function in the same ways, unused, are the same to its callers: the arrays that a matrix is made of,
// allocated on one of several paths. Callers follow one of them, the first, for all; its twins share what becomes of it.

// joinTwins finds the twins among the sites that leave a solved context, and drops the exits that say nothing new.
func joinTwins(x *context) {
	if x.entry.org != nothing {
		return
	}
	if x.args != nil {
		x.exits = slices.DeleteFunc(x.exits, func(e *exit) bool { return e.f.org == block && e.f.site.root().local })
		return
	}
	ways := map[*site][]string{}
	var order []*site
	for _, e := range x.exits {
		if s := e.f.site; e.f.org == block && s.plain() {
			if ways[s] == nil {
				order = append(order, s)
			}
			ways[s] = append(ways[s], e.way())
		}
	}
	slices.SortStableFunc(order, func(a, b *site) int { return a.root().id - b.root().id })
	first := map[string]*site{}
	for _, s := range order {
		slices.Sort(ways[s])
		k := strings.Join(append(ways[s], itoa(int(s.kind()))), "\n")
		if f := first[k]; f != nil {
			s.twin = f
		} else {
			first[k] = s
		}
	}
	x.exits = slices.DeleteFunc(x.exits, func(e *exit) bool {
		return e.f.org == block && (e.f.site.twin != nil || e.f.site.root().local)
	})
}

// plain reports whether nothing is known of a site yet but that its blocks leave.
func (s *site) plain() bool {
	return len(s.events) == 0 && len(s.ended) == 0 && len(s.outer) == 0 && s.kind() != ir.Object && !s.root().local
}

// way describes an exit apart from its site.
func (e *exit) way() string {
	_, rest, _ := strings.Cut(e.f.key, "/")
	if e.ret.known {
		rest += "=" + itoa(int(e.ret.k))
	}
	return rest
}

// outers returns the same acquisition in the function's callers.
func (s *site) outers() []outerSite {
	if s.twin != nil {
		return append(s.twin.outer[:len(s.twin.outer):len(s.twin.outer)], s.outer...) // its own for calls with constants
	}
	return s.outer
}
