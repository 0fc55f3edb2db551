package steady

import (
	"regexp"

	"mpivet/ir"
	"mpivet/mpi"
)

// cell says how what a cell holds changes.
func (q *query) cell(f *frame, p ir.Path) Change {
	k := key{f.fn, f.call, p.String()}
	if q.spent++; q.spent > maxSteps {
		return Unclear
	}
	if q.busy[k] {
		// It is computed from itself: a counter of an inner loop begins anew in each pass, memory that lives on does not.
		if f.loop == nil && ownVariable(p) {
			return Same
		}
		if f.loop != nil && len(p.Sels) == 0 && p.Root.Kind != ir.Global {
			return Same // what comes from the pass before has been asked before
		}
		return Changes
	}
	q.busy[k] = true
	defer delete(q.busy, k)
	if f.loop != nil && len(p.Sels) == 0 && p.Root.Kind != ir.Global && q.carried(f, p.Root) {
		return Changes
	}
	out := q.written(f, p)
	if out == Same && behindPointer(p) && q.exposed(f) {
		out = Changes
	}
	if f.loop != nil {
		return out // what the loop leaves alone is the same in every pass
	}
	return max(out, q.entry(f, p))
}

// exposed reports whether other processes may write memory in a pass of f: it synchronises one-sided accesses.
func (q *query) exposed(f *frame) bool {
	for _, b := range f.blocks() {
		for _, in := range b.Instrs {
			if c, ok := in.(*ir.Call); ok && len(c.Callees) == 1 {
				if p := mpi.Lookup(c.Callees[0]); p != nil && p.Kind == mpi.Synchronize {
					return true
				}
			}
		}
	}
	return false
}

// ownVariable reports whether p lies in a variable of the function itself.
func ownVariable(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Deref {
			return false
		}
	}
	return p.Root.Kind != ir.Global
}

// blocks lists what belongs to a pass in f.
func (f *frame) blocks() []*ir.Block {
	if f.loop != nil {
		return f.loop.Blocks
	}
	return f.fn.Blocks
}

// written says how the values that a pass may write into p change.
func (q *query) written(f *frame, p ir.Path) Change {
	defs := q.a.defsOf(f.fn)
	out := Same
	var at []*ir.Block
	for _, b := range f.blocks() {
		for _, in := range b.Instrs {
			if out == Changes || !defs.MayChange(in, p) || otherTypes(in, p) {
				continue
			}
			out = max(out, q.writtenBy(f, in, p))
			at = append(at, b)
		}
	}
	return max(out, q.decided(f, at))
}

// otherTypes reports whether in assigns through a pointer to another type than that of p's elements.
func otherTypes(in ir.Instr, p ir.Path) bool {
	as, ok := in.(*ir.Assign)
	if !ok || ir.SameVar(as.Dst.Root, p.Root) || len(as.Dst.Sels) == 0 || len(p.Sels) == 0 {
		return false
	}
	x, y := element(as.Dst.Root.Type), element(p.Root.Type)
	return x != "" && y != "" && x != y && as.Dst.Sels[0].Kind == ir.Deref && p.Sels[0].Kind == ir.Deref
}

// element is what a pointer or array type, as it is written, is made of.
func element(typ string) string { return notElement.ReplaceAllString(typ, "") }

var notElement = regexp.MustCompile(`\[[^]]*\]|[*&\s]|\b(const|restrict|volatile|__restrict|__restrict__)\b`)

func (q *query) writtenBy(f *frame, in ir.Instr, p ir.Path) Change {
	switch in := in.(type) {
	case *ir.Assign:
		return max(q.expr(f, in.Src), q.pointers(f, in.Dst))
	case *ir.Acquire:
		if in.Kind == ir.Object {
			return q.object(f, in)
		}
		return Same // what would be kept with the memory
	case *ir.Ensure:
		return Same
	case *ir.Comm:
		return Changes
	case *ir.Call:
		return q.called(f, in, p)
	}
	return Unclear
}

// called says how what a call writes into p, as a result or through its arguments, changes.
func (q *query) called(f *frame, c *ir.Call, p ir.Path) Change {
	if len(c.Callees) == 1 {
		if proc := mpi.Lookup(c.Callees[0]); proc != nil && proc.Kind == mpi.Query {
			return q.asked(f, c, p)
		}
	}
	targets := q.a.prog.Targets(f.fn, c)
	if len(targets) == 0 || len(targets) < len(c.Callees) {
		return Unclear
	}
	if q.depth++; q.depth > maxDepth {
		q.depth--
		return Unclear
	}
	defer func() { q.depth-- }()
	out := Same
	for _, g := range targets {
		down := &frame{fn: g, up: f, call: c}
		out = max(out, q.result(down, c, p))
	}
	return out
}

// asked says how the answer of a query of MPI changes: as its other arguments do.
func (q *query) asked(f *frame, c *ir.Call, p ir.Path) Change {
	out := Same
	for _, a := range c.Args {
		if at, ok := a.(ir.Addr); ok && ir.SameVar(at.Path.Root, p.Root) {
			continue
		}
		out = max(out, q.expr(f, a))
	}
	return out
}

// result says how what the callee of down returns or stores for p changes.
func (q *query) result(down *frame, c *ir.Call, p ir.Path) Change {
	for i, d := range c.Dsts {
		if d.Root != nil && d.Equal(p) {
			return q.returned(down, i)
		}
	}
	out, found := Same, false
	for i, a := range c.Args {
		if i >= len(down.fn.Params) {
			break
		}
		var behind ir.Path
		switch a := a.(type) {
		case ir.Addr:
			behind = a.Path
		case ir.Load:
			behind = a.Path.Deref()
		default:
			continue
		}
		if inner, ok := p.ReplacePrefix(behind, ir.Path{Root: down.fn.Params[i]}.Deref()); ok {
			out, found = max(out, q.written(down, inner)), true
		}
	}
	if !found {
		return Unclear
	}
	return out
}

func (q *query) returned(down *frame, i int) Change {
	out := Same
	var at []*ir.Block
	for _, b := range down.fn.Blocks {
		if r, ok := b.Term.(*ir.Return); ok && i < len(r.Vals) {
			out = max(out, q.expr(down, r.Vals[i]))
			at = append(at, b)
		}
	}
	return max(out, q.decided(down, at))
}

// entry says how what p holds when the function is entered changes.
func (q *query) entry(f *frame, p ir.Path) Change {
	switch {
	case len(p.Sels) == 0 && p.Root.Kind == ir.Param:
		return q.param(f, p.Root)
	case ownVariable(p) && p.Root.Kind != ir.Param:
		return Same
	case ownVariable(p): // a part of a parameter
		return q.param(f, p.Root)
	case f.up == nil && p.Root.Kind == ir.Global && !behindPointer(p):
		return Same
	case f.up == nil:
		return q.memory(f, p)
	}
	up, ok := ir.SubstitutePath(p, func(c ir.Path) (ir.Expr, bool) { return q.inCaller(f, c) })
	if !ok || up.Root.Kind != ir.Global && !belongs(f.up.fn, up.Root) {
		return Unclear
	}
	return q.cell(f.up, up)
}

func behindPointer(p ir.Path) bool {
	for _, s := range p.Sels {
		if s.Kind == ir.Deref {
			return true
		}
	}
	return false
}

// memory is entry for what lies behind a pointer, in a function whose caller is not looked at.
func (q *query) memory(f *frame, p ir.Path) Change {
	root := ir.Path{Root: p.Root}
	if src, ok := q.a.defsOf(f.fn).SingleDef(p.Root); ok {
		if _, fresh := src.(ir.Null); fresh {
			return Same
		}
	} else if p.Root.Kind != ir.Param && p.Root.Kind != ir.Global && q.fresh(f, root) {
		return Same
	}
	return Unclear
}

// fresh reports whether all that is stored in a variable is new memory.
func (q *query) fresh(f *frame, p ir.Path) bool {
	found := false
	for _, d := range q.a.defsOf(f.fn).Of(p.Root) {
		switch in := d.Instr.(type) {
		case *ir.Acquire, *ir.Ensure:
			found = true
		case *ir.Assign:
			if _, null := in.Src.(ir.Null); !null {
				return false
			}
		default:
			return false
		}
	}
	return found
}

// inCaller gives the value that a pointer of f has in terms of its caller's cells.
func (q *query) inCaller(f *frame, c ir.Path) (ir.Expr, bool) {
	if len(c.Sels) > 0 {
		return nil, false
	}
	for i, v := range f.fn.Params {
		if v == c.Root && i < len(f.call.Args) && len(q.a.defsOf(f.fn).Of(v)) == 0 {
			return f.call.Args[i], true
		}
	}
	if src, ok := q.a.defsOf(f.fn).SingleDef(c.Root); ok {
		return ir.Substitute(src, func(c ir.Path) (ir.Expr, bool) { return q.inCaller(f, c) }), true
	}
	return nil, false
}

func belongs(fn *ir.Func, v *ir.Var) bool {
	for _, x := range fn.Params {
		if x == v {
			return true
		}
	}
	for _, x := range fn.Locals {
		if x == v {
			return true
		}
	}
	return false
}

// param says how the argument for a parameter changes: in the call that led here, else in every visible call.
func (q *query) param(f *frame, v *ir.Var) Change {
	for i, x := range f.fn.Params {
		if x != v {
			continue
		}
		if f.up != nil {
			return q.argument(f.up, f.call, i)
		}
		sites := q.a.prog.Callers(f.fn)
		if len(sites) == 0 || f.fn.AddrTaken || f.fn.Main {
			return Unclear
		}
		out := Same
		for _, s := range sites {
			if !q.passedOn(f.fn, s, i) {
				return Changes // another one in each depth of a recursion
			}
			out = max(out, q.argument(&frame{fn: s.Fn}, s.Call, i))
		}
		return out
	}
	return Unclear
}

// passedOn reports whether a call hands argument i of fn on as it is, or does not come from fn itself.
func (q *query) passedOn(fn *ir.Func, s ir.CallSite, i int) bool {
	if i >= len(s.Call.Args) || !q.a.prog.Recursive(fn) || s.Fn != fn && !q.a.prog.Recursive(s.Fn) {
		return true
	}
	e := s.Call.Args[i]
	l, ok := e.(ir.Load)
	return len(ir.Vars(e)) == 0 || ok && len(l.Path.Sels) == 0 && l.Path.Root.Kind == ir.Param
}

func (q *query) argument(f *frame, c *ir.Call, i int) Change {
	if i >= len(c.Args) {
		return Unclear
	}
	return q.expr(f, c.Args[i])
}
