package age

import (
	"slices"
	"strconv"
	"strings"
)

// origin says what a fact is about.
type origin uint8

const (
	nothing origin = iota // control reaches this point
	block                 // a block from a site of this function
	entry                 // the block that the context's entry places hold
	null                  // the given places hold no block
)

// A fact follows one block along one class of paths. Facts are immutable; with* methods return changed copies.
type fact struct {
	org    origin
	site   *site // for block
	level  int   // of the acquisition
	call   int   // number of the followed communication call, −1 for none
	last   int   // level of its last communication by call
	places []place
	// escaped: it was stored where nobody follows (escStored), or given to an unseen callee (escGiven).
	escaped uint8
	// cond is a place that must hold no block at the function's entry for this fact to be real: the block comes from an
	// Ensure whose container the caller may have filled.
	cond  place
	preds string // known conditions: pairs of a byte for the condition's number and '0' or '1'
	key   string
	id    uint32 // number of the key among those of a function, see intern
}

const (
	escGiven  uint8 = 1
	escStored uint8 = 2
)

func (f fact) finish() *fact {
	f.id = 0
	slices.SortFunc(f.places, comparePlaces)
	n := 0
	for i, p := range f.places {
		if i == 0 || p != f.places[n-1] {
			f.places[n] = p
			n++
		}
	}
	f.places = f.places[:n]
	var b strings.Builder
	b.WriteByte('0' + byte(f.org))
	if f.site != nil {
		b.WriteString(strconv.Itoa(f.site.id))
	}
	b.WriteByte('/')
	b.WriteString(strconv.Itoa(f.level))
	b.WriteByte('/')
	b.WriteString(strconv.Itoa(f.call))
	b.WriteByte('/')
	b.WriteString(strconv.Itoa(f.last))
	b.WriteByte('0' + f.escaped)
	b.WriteString(f.preds)
	if f.cond.root != nil {
		writePlace(&b, f.cond)
	}
	for _, p := range f.places {
		writePlace(&b, p)
	}
	f.key = b.String()
	return &f
}

func writePlace(b *strings.Builder, p place) {
	b.WriteByte('|')
	b.WriteString(p.root.Name)
	b.WriteString(p.sels)
}

func comparePlaces(a, b place) int {
	if a.root != b.root {
		if c := strings.Compare(a.root.Name, b.root.Name); c != 0 {
			return c
		}
		return int(a.root.Kind) - int(b.root.Kind)
	}
	return strings.Compare(a.sels, b.sels)
}

// holds reports whether the block is held exactly by p.
func (f *fact) holds(p place) bool {
	for _, q := range f.places {
		if q == p {
			return true
		}
	}
	return false
}

// indexed reports whether a place of the fact names an element by an expression.
func (f *fact) indexed() bool {
	for _, p := range f.places {
		for i := 0; i+1 < len(p.sels); i++ {
			if p.sels[i] == markElem && p.sels[i+1] == 'x' {
				return true
			}
		}
	}
	return false
}

// gone reports whether a fact has nothing left to follow, and notes that its block was lost. The block at a function's
// entry may still be held by its callers.
func (f *fact) gone() bool {
	if len(f.places) > 0 || f.escaped != 0 || f.org == nothing || f.org == entry {
		return false
	}
	if f.org == block {
		f.site.lost = true
	}
	return true
}

func (f *fact) withPlaces(list []place) *fact {
	g := *f
	g.places = make([]place, 0, len(list))
	for _, p := range list {
		if countSteps(p.sels) > maxSteps || len(g.places) >= maxPlaces {
			g.escaped |= escStored
			continue
		}
		g.places = append(g.places, p)
	}
	return g.finish()
}

func (f *fact) withEscape(how uint8) *fact {
	if f.escaped&how == how {
		return f
	}
	g := *f
	g.escaped |= how
	g.places = append([]place(nil), f.places...)
	return g.finish()
}

func (f *fact) withCall(call, level int) *fact {
	if f.call == call && f.last == level {
		return f
	}
	g := *f
	g.call, g.last = call, level
	g.places = append([]place(nil), f.places...)
	return g.finish()
}

// clipped lowers both levels to at most max.
func (f *fact) clipped(max int) *fact {
	if f.level <= max && f.last <= max {
		return f
	}
	g := *f
	g.level = min(g.level, max)
	g.last = min(g.last, max)
	g.places = append([]place(nil), f.places...)
	return g.finish()
}

func (f *fact) withPreds(preds string) *fact {
	if f.preds == preds {
		return f
	}
	g := *f
	g.preds = preds
	g.places = append([]place(nil), f.places...)
	return g.finish()
}

// pred returns what f knows of condition n.
func (f *fact) pred(n int) (val, known bool) {
	for i := 0; i+1 < len(f.preds); i += 2 {
		if int(f.preds[i]) == n+1 {
			return f.preds[i+1] == '1', true
		}
	}
	return false, false
}

// setPred returns the conditions of f with condition n set, or dropped when known is false.
func setPred(preds string, n int, val, known bool) string {
	var b strings.Builder
	done := false
	put := func() {
		if known && !done {
			b.WriteByte(byte(n + 1))
			if val {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		done = true
	}
	for i := 0; i+1 < len(preds); i += 2 {
		if c := int(preds[i]); c == n+1 {
			put()
			continue
		} else if c > n+1 {
			put()
		}
		b.WriteString(preds[i : i+2])
	}
	put()
	return b.String()
}

// onlyPreds returns the conditions of preds that are in the set.
func onlyPreds(preds string, set uint8) string {
	for i := 0; i+1 < len(preds); i += 2 {
		if set&(1<<(preds[i]-1)) == 0 {
			return preds[:i] + onlyPreds(preds[i+2:], set)
		}
	}
	return preds
}
