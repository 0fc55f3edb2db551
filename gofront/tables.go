package gofront

import (
	"bytes"
	"go/types"
	"strings"

	"mpivet/ir"
	"mpivet/mpi"
)

// Tables say what a project's configuration knows about functions. Names are written as "path/to/pkg.Func",
// "(*path/to/pkg.Type).Method", shorter as "pkg.Func" or "Type.Method", and for C functions as in C. Arguments count from
// 0, without the receiver.
type Tables struct {
	Allocators map[string]Allocator
	Releases   map[string]Release
	// Pools are functions whose result comes from memory that is kept.
	Pools    map[string]bool
	Wrappers map[string]Wrapper
	Bindings []Binding
}

// Allocator says how a function hands out fresh memory.
type Allocator struct {
	Out  int   // argument that points to the pointer to fill; -1: the first result is the memory
	Size []int // arguments whose product is the size in bytes
	Of   int   // argument that holds the block which is replaced; -1: none
	Zero bool
}

// Release says which argument holds the memory that is given up.
type Release struct {
	Arg      int
	Indirect bool // the argument is the address of the pointer
}

// Wrapper says which MPI procedure a function amounts to, and which of its arguments each of the procedure's is: -1 where
// the function supplies it itself. Empty Args mean the same order.
type Wrapper struct {
	Like string
	Args []int
}

// binding returns the binding that an import path belongs to, or nil. The project's own come first.
func (t *Tables) binding(path string) *Binding {
	if t != nil {
		if b := findBinding(t.Bindings, path); b != nil {
			return b
		}
	}
	return findBinding(bindings, path)
}

// wrapperIn reports whether a source file has the name of a configured wrapper in it.
func (t *Tables) wrapperIn(src []byte) bool {
	if t == nil {
		return false
	}
	for name := range t.Wrappers {
		if bytes.Contains(src, []byte(name[strings.LastIndexByte(name, '.')+1:])) {
			return true
		}
	}
	return false
}

// configured lowers a call of a function that the configuration names.
func (fr *frame) configured(s *site) bool {
	t := fr.u.pr.tables
	if t == nil {
		return false
	}
	args := s.args
	if s.obj.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	for _, name := range spellings(s.obj) {
		if a, ok := t.Allocators[name]; ok {
			return fr.allocator(s, a, args)
		}
		if r, ok := t.Releases[name]; ok && r.Arg < len(args) {
			fr.release(s, r, args)
			return true
		}
		if t.Pools[name] {
			fr.unknownResults(s, 0)
			return true
		}
		if w, ok := t.Wrappers[name]; ok && mpi.Lookup(w.Like) != nil {
			fr.wrapper(s, w, args)
			return true
		}
	}
	return false
}

// spellings are the ways in which a function can be named in the configuration.
func spellings(obj *types.Func) []string {
	names := []string{fullName(obj), shortName(obj)}
	if recv := receiverType(obj); recv != nil {
		if n, ok := types.Unalias(recv).(*types.Named); ok {
			names = append(names, n.Obj().Name()+"."+obj.Name())
		}
	}
	for _, prefix := range []string{"_Cfunc_", "_C2func_"} {
		if c := obj.Name(); len(c) > len(prefix) && c[:len(prefix)] == prefix {
			names = append(names, c[len(prefix):])
		}
	}
	return names
}

func (fr *frame) allocator(s *site, a Allocator, args []arg) bool {
	acq := &ir.Acquire{How: s.obj.Name(), Zero: a.Zero, Pos: s.pos}
	for _, i := range a.Size {
		if i >= len(args) {
			break
		}
		if acq.Size == nil {
			acq.Size = args[i].x
		} else {
			acq.Size = ir.Simplify(ir.Bin{Op: "*", X: acq.Size, Y: args[i].x})
		}
	}
	if a.Of >= 0 && a.Of < len(args) {
		acq.Of = args[a.Of].x
	}
	from := 0
	switch {
	case a.Out >= len(args):
		return false
	case a.Out >= 0:
		acq.Dst, acq.Name = fr.pointee(args[a.Out].x), fr.pointedName(args[a.Out])
	default:
		acq.Dst, acq.Name, from = fr.resultCell(s, 0), fr.resultName(s, 0), 1
	}
	fr.b.Emit(acq)
	fr.unknownResults(s, from)
	return true
}

func (fr *frame) release(s *site, r Release, args []arg) {
	val := args[r.Arg].x
	if r.Indirect {
		cell := fr.pointee(val)
		fr.b.Emit(&ir.Release{Val: ir.Load{Path: cell}, How: s.obj.Name(), Pos: s.pos})
		fr.b.Emit(&ir.Assign{Dst: cell, Src: ir.Null{}, Pos: s.pos})
	} else {
		fr.b.Emit(&ir.Release{Val: val, How: s.obj.Name(), Pos: s.pos})
	}
	fr.unknownResults(s, 0)
}

// wrapper lowers the call as one of the procedure, with the arguments in its order.
func (fr *frame) wrapper(s *site, w Wrapper, args []arg) {
	p := mpi.Lookup(w.Like)
	if len(w.Args) > 0 {
		ordered := make([]arg, p.Args)
		for i, from := range w.Args {
			if i < len(ordered) && from >= 0 && from < len(args) {
				ordered[i] = args[from]
			}
		}
		args = ordered
	}
	fr.mpiCall(s, p, args)
}
