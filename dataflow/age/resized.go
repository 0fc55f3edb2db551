package age

import "mpivet/ir"

// resized reports whether what counts as the release of the blocks only gives them their final size: each is reallocated, and what comes
// out of that stays.
func (d *decider) resized(s *site) bool {
	if len(s.ended) == 0 {
		return false
	}
	for _, r := range s.ended {
		t := d.reallocation(s.fn, r)
		if t == nil || t == s || !t.leaves && (t.lost || len(t.ended) > 0) {
			return false
		}
	}
	return true
}

// reallocation returns the site of the realloc that a release is.
func (d *decider) reallocation(c *cfunc, r release) *site {
	if r.how != "realloc" && r.how != "reallocarray" {
		return nil
	}
	for _, t := range d.sitesOf[c] {
		if acq, ok := t.in.(*ir.Acquire); ok && acq.Of != nil && acq.Pos == r.pos {
			return t
		}
	}
	return nil
}
