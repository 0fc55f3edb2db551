package age

import "slices"

// maxAwake bounds the instructions of the functions whose operands stay resolved for the next component.
const maxAwake = 100000

// wake resolves the operands of a function that is needed once more.
func (a *analysis) wake(c *cfunc) {
	if c.used != a.round+1 {
		c.used = a.round + 1
		a.awake = append(a.awake, c)
	}
	if !c.awake {
		a.resolve(c)
		c.findNext(a)
	}
}

// rest lets the functions sleep that were not needed for longest. What is left of them, loops, definitions and the summaries
// of their contexts, is small.
func (a *analysis) rest() {
	a.awake = slices.DeleteFunc(a.awake, func(c *cfunc) bool { return !c.awake })
	slices.SortStableFunc(a.awake, func(x, y *cfunc) int { return y.used - x.used })
	a.awake = slices.Compact(a.awake)
	n := 0
	for i, c := range a.awake {
		if n += c.instrs; n > maxAwake {
			for _, c := range a.awake[i:] {
				c.sleep()
			}
			a.awake = a.awake[:i]
			return
		}
	}
}

func (c *cfunc) sleep() {
	for i := range c.blocks {
		c.blocks[i].in = nil
	}
	c.awake, c.next, c.stores, c.foreignAt, c.returns = false, nil, nil, nil, nil
}
