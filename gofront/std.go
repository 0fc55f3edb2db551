package gofront

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// neverReturns reports whether a function ends the program or the goroutine.
func (t *Tables) neverReturns(f *types.Func) bool {
	return halting[f.FullName()] || t.halts(f)
}

// standardPackage reports whether a package of types belongs to the standard library.
func (pr *program) standardPackage(p *types.Package) bool {
	if p == nil {
		return true // error.Error
	}
	if pr.byPkg[p] != nil {
		return false
	}
	first, _, _ := strings.Cut(p.Path(), "/")
	return stdRoots[first]
}

// stdCall lowers a call of the standard library, or of another function that the table of effects knows.
func (fr *frame) stdCall(s *site) bool {
	name := fullName(s.obj)
	words, listed := stdEffects[name]
	if !listed && !fr.u.pr.standardPackage(s.obj.Pkg()) {
		return false
	}
	if s.obj.Pkg() != nil && s.obj.Signature().Recv() != nil && types.IsInterface(s.obj.Signature().Recv().Type()) && !listed {
		return false // what implements io.Writer and its like is part of the program
	}
	if fr.bufferCall(s, name) || fr.poolCall(s, name) {
		return true
	}
	if !listed {
		fr.handOver(s)
		fr.overwriteIntegers(s)
		fr.unknownResults(s, 0)
		return true
	}
	fr.effect(s, strings.Fields(words))
	return true
}

// effect applies one row of the table. Results that the row does not speak of are unknown.
func (fr *frame) effect(s *site, words []string) {
	from := 0
	if len(words) > 0 {
		n := make([]int, 0, 2)
		for _, w := range words[1:] {
			if k, err := strconv.Atoi(w); err == nil && k < len(s.args) {
				n = append(n, k)
			}
		}
		from = fr.apply(s, words[0], n)
	}
	fr.unknownResults(s, from)
}

// apply applies one effect to the given arguments and returns how many results it has set.
func (fr *frame) apply(s *site, word string, n []int) int {
	switch word {
	case "fresh":
		return fr.freshResult(s)
	case "keep":
		for _, k := range n {
			fr.escapeArg(s.args[k], s)
		}
		return 0
	case "writer":
		fr.newWriter(s, n)
		return 1
	}
	if len(n) == 0 {
		return 0
	}
	a := s.args[n[0]]
	switch word {
	case "append":
		fr.appendLike(s, a)
		return 1
	case "alias":
		fr.setResult(s, 0, a.x)
		return 1
	case "fill":
		if isFollowed(a.x) {
			fr.b.Emit(&ir.Assign{Dst: fr.pointee(a.x), Src: ir.Unknown{Text: s.name}, Pos: s.pos})
		}
	case "put":
		fr.b.Emit(&ir.Assign{Dst: fr.pointee(a.x).Field("#val"), Src: s.args[n[1]].x, Pos: s.pos})
	case "get":
		fr.setResult(s, 0, ir.Load{Path: fr.pointee(a.x).Field("#val")})
		return 1
	default:
		fr.applyCall(s, word, n, a)
	}
	return 0
}

func (fr *frame) applyCall(s *site, word string, n []int, a arg) {
	switch word {
	case "write":
		dst, ok := fr.sink(a.v, 0)
		if !ok {
			dst = fr.pointee(a.x).Field("#writer").Deref().Field("#data")
		}
		fr.b.Emit(&ir.Ensure{Dst: dst, How: shortName(s.obj), Elem: 1, Name: fr.sinkName(a.v), Pos: s.pos})
	case "grow":
		if isBuffer(boxed(a.v).Type()) {
			fr.b.Emit(&ir.Ensure{Dst: fr.pointee(a.x).Field("#data"), How: shortName(s.obj), Elem: 1, Name: fr.pointedName(a), Pos: s.pos})
		}
	case "once":
		fr.once(s, fr.pointee(a.x).Field("#done"), s.args[n[1]])
	case "each":
		fr.callEach(s, a)
	case "go":
		fr.callArg(s, a, true)
	}
}

func (fr *frame) escapeArg(a arg, s *site) {
	if a.v != nil {
		fr.escapeClosure(a.v, s.c.Pos())
	}
	if isFollowed(a.x) && (a.v == nil || holdsPointers(a.v.Type())) {
		fr.b.Emit(&ir.Escape{Val: a.x, Pos: s.pos})
	}
}

// freshResult makes the first result new memory; of a copy the size is that of the original.
func (fr *frame) freshResult(s *site) int {
	acq := fr.fresh(s, 0, shortName(s.obj))
	if strings.HasSuffix(s.obj.Name(), "Clone") && len(s.args) == 1 {
		acq.Size = bytesOf(fr.length(s.args[0].v, "len"), acq.Elem)
	}
	return 1
}

// shortName is a function with the name of its package: "slices.Clone".
func shortName(obj *types.Func) string {
	if obj.Pkg() == nil || obj.Signature().Recv() != nil {
		return obj.Name()
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// appendLike is append under another name.
func (fr *frame) appendLike(s *site, base arg) {
	dst := fr.resultCell(s, 0)
	elem := sizeOf(elemType(s.c.Signature().Results().At(0).Type()))
	how, name := shortName(s.obj), fr.resultName(s, 0)
	if base.x == ir.Expr(ir.Null{}) || isFull(base.v) {
		fr.b.Emit(&ir.Acquire{Dst: dst, How: how, Elem: elem, Name: name, Pos: s.pos})
		return
	}
	fr.b.Emit(&ir.Ensure{Dst: dst, Base: fr.baseUnless(base.x, dst), How: how, Elem: elem, Name: name, Pos: s.pos})
}

// overwriteIntegers: a function that takes the address of an integer is there to set it.
func (fr *frame) overwriteIntegers(s *site) {
	for _, a := range s.args {
		for _, v := range spread(a.v) {
			p, ok := under(boxed(v).Type()).(*types.Pointer)
			if ok && isInteger(p.Elem()) {
				if x := fr.expr(v); isFollowed(x) {
					fr.b.Emit(&ir.Assign{Dst: fr.pointee(x), Src: ir.Unknown{Text: s.name}, Pos: s.pos})
				}
			}
		}
	}
}

// spread returns the values of a variadic argument list, or the value itself.
func spread(v ssa.Value) []ssa.Value {
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return []ssa.Value{v}
	}
	a, ok := sl.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, u := range uses(a) {
		ia, ok := u.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, w := range uses(ia) {
			if st, ok := w.(*ssa.Store); ok && st.Addr == ssa.Value(ia) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// boxed returns what an interface value was made of, as far as that shows.
func boxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// once calls a function unless the cell says that this was done before.
func (fr *frame) once(s *site, done ir.Path, f arg) {
	run, next := fr.b.NewBlock(), fr.b.NewBlock()
	cond := ir.Bin{Op: "==", X: ir.Load{Path: done}, Y: ir.Const{}}
	fr.b.End(&ir.If{Cond: cond, Then: run, Else: next, Pos: s.pos})
	fr.b.SetBlock(run)
	fr.callArg(s, f, false)
	fr.b.Emit(&ir.Assign{Dst: done, Src: ir.Const{V: 1}, Pos: s.pos})
	fr.b.Jump(next)
	fr.b.SetBlock(next)
}

// callEach calls a function any number of times.
func (fr *frame) callEach(s *site, f arg) {
	if f.in == nil || f.in.closure(f.v) == nil {
		return
	}
	head, body, next := fr.b.NewBlock(), fr.b.NewBlock(), fr.b.NewBlock()
	fr.b.Jump(head)
	fr.b.SetBlock(head)
	fr.b.End(&ir.If{Cond: ir.Unknown{Text: s.name}, Then: body, Else: next, Pos: s.pos})
	fr.b.SetBlock(body)
	fr.callArg(s, f, false)
	fr.b.Jump(head)
	fr.b.SetBlock(next)
}

// callArg calls a function that was handed over as an argument, with arguments nobody knows.
func (fr *frame) callArg(s *site, f arg, async bool) {
	cl := f.in.closure(f.v)
	if cl == nil {
		return
	}
	var args []ir.Expr
	for _, b := range cl.binds {
		args = append(args, b.value())
	}
	fn := origin(cl.fn)
	if len(fn.Blocks) == 0 || fn.Synthetic != "" {
		return
	}
	for range fn.Params {
		args = append(args, ir.Unknown{})
	}
	fr.needed(fn)
	fr.b.Emit(&ir.Call{Callees: []string{funcName(fn)}, Name: s.name, Args: args, Async: async, Pos: s.pos})
}

// poolCall lowers sync.Pool: a pool that something is put back into yields what it has; one that is only taken from makes
// something new each time.
func (fr *frame) poolCall(s *site, name string) bool {
	switch name {
	case "(*sync.Pool).Get":
		if fr.u.pr.reused(s.args[0].v) {
			fr.unknownResults(s, 0)
			return true
		}
		acq := fr.fresh(s, 0, "sync.Pool.Get")
		acq.Elem = 0
		for _, u := range uses(s.v) {
			if ta, ok := u.(*ssa.TypeAssert); ok {
				fr.pooledSlice(s, ta.AssertedType, acq)
			}
		}
		return true
	case "(*sync.Pool).Put":
		fr.escapeArg(s.args[1], s)
		return true
	}
	return false
}

// pooledSlice: of a pointer to a slice, it is the slice that will be communicated.
func (fr *frame) pooledSlice(s *site, t types.Type, acq *ir.Acquire) {
	if elem, viaPointer, ok := sliceElem(t); ok && viaPointer {
		inner := *acq
		inner.Dst = acq.Dst.Deref()
		inner.Elem = sizeOf(elem)
		fr.b.Emit(&inner)
	}
}

// IsStandard reports whether an import path looks like one of the standard library.
func IsStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return stdRoots[first]
}
