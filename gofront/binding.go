package gofront

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
	"mpivet/mpi"
)

// findBinding returns the binding in the list that an import path belongs to, or nil.
func findBinding(list []Binding, path string) *Binding {
	for i := range list {
		for _, p := range list[i].Paths {
			if base, below := strings.CutSuffix(p, "/..."); path == base || below && strings.HasPrefix(path, base+"/") {
				return &list[i]
			}
		}
	}
	return nil
}

// find returns the row for a function name and the type ending that {T} stands for.
func (b *Binding) find(name string) (*BoundCall, string) {
	for i := range b.Calls {
		c := &b.Calls[i]
		prefix, generic := strings.CutSuffix(c.Name, "{T}")
		if !generic {
			if name == c.Name {
				return c, ""
			}
			continue
		}
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		for _, t := range b.Types {
			if rest == t {
				return c, t
			}
		}
	}
	return nil, ""
}

func (t *Tables) halts(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	b := t.binding(f.Pkg().Path())
	if b == nil {
		return false
	}
	c, _ := b.find(f.Name())
	return c != nil && c.Halts
}

// constant returns the MPI name of a constant or variable of a binding, or "".
func (t *Tables) constant(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return ""
	}
	if knownConstants[obj.Name()] {
		return obj.Name()
	}
	if t.binding(obj.Pkg().Path()) == nil {
		return ""
	}
	if n := bindingNames[strings.ToUpper(strings.ReplaceAll(obj.Name(), "_", ""))]; n != "" {
		return n
	}
	if n := "MPI_" + obj.Name(); elemSizes[n] > 0 {
		return n
	}
	return ""
}

// knownConstants are the constants of MPI that a generated wrapper has under their own names.
var knownConstants = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range bindingNames {
		m[n] = true
	}
	for n := range elemSizes {
		m[n] = true
	}
	return m
}()

// constant returns the MPI name of a constant as it is written: of a binding, or of C through cgo; else "".
func (s *syntax) constant(e ast.Expr) string {
	if e == nil {
		return ""
	}
	switch x := s.plain(e).(type) {
	case *ast.Ident:
		for _, prefix := range []string{"_Ciconst_", "_Cmacro_", "_Cvar_", "_Cfpvar_fp_"} {
			if name, ok := strings.CutPrefix(x.Name, prefix); ok {
				return mpiConstant(name)
			}
		}
		return s.tables.constant(s.pkg.Info.Uses[x])
	case *ast.SelectorExpr:
		return s.tables.constant(s.pkg.Info.Uses[x.Sel])
	case *ast.StarExpr:
		return s.constant(x.X)
	case *ast.CallExpr:
		if len(x.Args) == 0 {
			return s.constant(x.Fun)
		}
		if tv, ok := s.pkg.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 {
			return s.constant(x.Args[0])
		}
	}
	return ""
}

// mpiConstant returns the name if it is that of a handle or of a special value, and "" for one whose value counts.
func mpiConstant(name string) string {
	if !strings.HasPrefix(name, "MPI_") || strings.ToUpper(name) != name {
		return ""
	}
	for _, p := range []string{"MPI_SUCCESS", "MPI_ERR_", "MPI_MAX_", "MPI_THREAD_", "MPI_MODE_", "MPI_LOCK_", "MPI_ORDER_",
		"MPI_VERSION", "MPI_SUBVERSION", "MPI_BSEND_OVERHEAD", "MPI_IDENT", "MPI_CONGRUENT", "MPI_SIMILAR", "MPI_UNEQUAL"} {
		if strings.HasPrefix(name, p) {
			return ""
		}
	}
	return name
}

// value is an argument with constants of MPI under their names.
func (fr *frame) value(a arg) ir.Expr {
	if name := fr.syn.constant(a.src); name != "" {
		return named(name)
	}
	return a.x
}

// bindingCall lowers a call of a binding's function.
func (fr *frame) bindingCall(s *site) bool {
	if s.obj.Pkg() == nil {
		return false
	}
	b := fr.u.pr.tables.binding(s.obj.Pkg().Path())
	if b == nil {
		return false
	}
	c, suffix := b.find(s.obj.Name())
	switch {
	case c != nil && c.Halts:
		fr.b.End(&ir.Halt{Pos: s.pos})
	case c != nil:
		fr.bound(s, c, suffix)
	case b.COrder && mpi.Lookup("MPI_"+s.obj.Name()) != nil:
		fr.mpiCall(s, mpi.Lookup("MPI_"+s.obj.Name()), s.args)
	default:
		fr.overwriteIntegers(s)
		fr.unknownResults(s, 0)
	}
	return true
}

// bound lowers a call by its row.
func (fr *frame) bound(s *site, c *BoundCall, suffix string) {
	params, results, _ := strings.Cut(c.Args, "->")
	words := strings.Fields(params)
	args := s.args
	var comm ir.Expr = ir.Named{Name: "MPI_COMM_WORLD"}
	if s.obj.Signature().Recv() != nil && len(args) > 0 {
		comm, args = args[0].x, args[1:]
	}
	out := &ir.Comm{Proc: mpi.Lookup(c.Like), Name: s.name, Comm: comm, Pos: s.pos}
	var ranks arg
	var inputs []ir.Expr
	for i, w := range words {
		if i >= len(args) {
			break
		}
		if w == "ranks" {
			ranks = args[i]
		}
		if w == "ranks" || w == "-" {
			inputs = append(inputs, fr.value(args[i]))
		}
		fr.boundArg(s, c, out, w, args[i])
	}
	if c.Root0 {
		out.Root = ir.Const{}
	}
	kinds := strings.Fields(results)
	for i, w := range kinds {
		switch w {
		case "copied":
			out.Bufs = append(out.Bufs, ir.Buf{Role: mpi.Recv, Val: ir.Unknown{Text: s.name}, Text: s.name})
		case "fresh":
			acq := fr.fresh(s, i, s.obj.Name())
			out.Bufs = append(out.Bufs, ir.Buf{Role: mpi.Recv, Val: ir.Load{Path: acq.Dst}, Elem: acq.Elem, Text: acq.Name})
		}
	}
	if out.Proc != nil && out.Proc.Communicates() {
		fr.b.Emit(out)
	}
	for i, w := range kinds {
		if w == "new" {
			fr.newCommunicator(s, c, i, out.Comm, ranks).Args = inputs
			continue
		}
		fr.boundResult(s, i, w, out.Comm)
	}
}

func (fr *frame) boundArg(s *site, c *BoundCall, out *ir.Comm, word string, a arg) {
	switch word {
	case "send", "recv", "both":
		out.Bufs = append(out.Bufs, fr.boundBuffer(s, c, word, a))
	case "copied":
		out.Bufs = append(out.Bufs, ir.Buf{Role: mpi.Send, Val: ir.Unknown{Text: fr.bufferText(a)}, Text: fr.bufferText(a)})
	case "peer":
		out.Peers = append(out.Peers, fr.value(a))
	case "root":
		out.Root = fr.value(a)
	case "comm":
		out.Comm = fr.value(a)
	case "req":
		p := fr.pointee(a.x)
		out.Req = &p
	case "obj":
		cell := fr.pointee(a.x)
		fr.b.Emit(&ir.Release{Val: ir.Load{Path: cell}, How: c.Like, Pos: s.pos})
		fr.b.Emit(&ir.Assign{Dst: cell, Src: ir.Null{}, Pos: s.pos})
	}
}

var roles = map[string]ir.Role{"send": mpi.Send, "recv": mpi.Recv, "both": mpi.Both}

func (fr *frame) boundBuffer(s *site, c *BoundCall, word string, a arg) ir.Buf {
	if _, viaPointer, ok := sliceElem(boxed(a.v).Type()); c.Grows && ok && viaPointer {
		fr.b.Emit(&ir.Ensure{Dst: fr.pointee(a.x), How: s.obj.Name(), Name: fr.bufferText(a), Pos: s.pos})
	}
	return fr.buffer(a, roles[word])
}

func (fr *frame) boundResult(s *site, i int, word string, comm ir.Expr) {
	switch word {
	case "fresh":
	case "rank":
		fr.setResult(s, i, ir.CommRank{Comm: comm})
	case "size":
		fr.setResult(s, i, ir.CommSize{Comm: comm})
	default:
		fr.setResult(s, i, ir.Unknown{Text: s.name})
	}
}

// newCommunicator makes a communicator. One of all ranks derives from the world; one of listed ranks has no known parent.
func (fr *frame) newCommunicator(s *site, c *BoundCall, i int, parent ir.Expr, ranks arg) *ir.Acquire {
	how := c.Like
	if how == "" {
		how = s.obj.Name()
		if parent = nil; ranks.v != nil && (isNil(ranks.v) || isInteger(ranks.v.Type())) {
			parent = ir.Named{Name: "MPI_COMM_WORLD"}
		}
	}
	acq := &ir.Acquire{Dst: fr.resultCell(s, i), Kind: ir.Object, How: how, Of: parent, Name: fr.resultName(s, i), Pos: s.pos}
	fr.b.Emit(acq)
	return acq
}

func isNil(v ssa.Value) bool {
	c, ok := boxed(v).(*ssa.Const)
	return ok && c.IsNil()
}

// buffer describes an argument that is communicated: a slice, the address of a slice, an array or a scalar, or a pointer,
// alone or in an interface.
func (fr *frame) buffer(a arg, role ir.Role) ir.Buf {
	v := seen(a.v)
	x := fr.expr(v)
	if v == a.v {
		x = fr.value(a)
	}
	out := ir.Buf{Role: role, Val: x, Text: fr.bufferText(a)}
	if elem, viaPointer, ok := sliceElem(v.Type()); ok {
		out.Elem = sizeOf(elem)
		if viaPointer {
			p := fr.pointee(x)
			out.Val, out.Count = ir.Load{Path: p}, ir.Load{Path: p.Field("#len")}
		} else {
			out.Count = fr.length(v, "len")
		}
		return out
	}
	if arr, ok := arrayOf(v.Type()); ok {
		out.Elem, out.Count = sizeOf(arr.Elem()), ir.Const{V: arr.Len()}
	} else if p, ok := under(v.Type()).(*types.Pointer); ok {
		out.Elem, out.Count = sizeOf(p.Elem()), ir.Const{V: 1}
	} else if isStringType(v.Type()) {
		out.Elem, out.Count = 1, fr.length(v, "len")
	}
	return out
}

// seen looks through interfaces, and through the helpers of generated wrappers that turn a slice or variable into a pointer.
func seen(v ssa.Value) ssa.Value {
	for {
		v = boxed(v)
		c, ok := v.(*ssa.Call)
		if !ok {
			return v
		}
		f := c.Call.StaticCallee()
		if f == nil || len(c.Call.Args) != 1 || origin(f).Name() != "PA" && origin(f).Name() != "P" {
			return v
		}
		v = c.Call.Args[0]
	}
}

func (fr *frame) bufferText(a arg) string {
	if a.src == nil {
		return ""
	}
	return fr.syn.text(a.src)
}

// namedMPI lowers calls of functions that are named as in C, in whatever package: generated wrappers.
func (fr *frame) namedMPI(s *site) bool {
	if !isNamedMPI(s.obj.Name()) || s.obj.Signature().Recv() != nil {
		return false
	}
	fr.mpiCall(s, mpi.Lookup(s.obj.Name()), s.args)
	return true
}

// isNamedMPI reports whether a function is named like a procedure of MPI; its body counts for nothing.
func isNamedMPI(name string) bool {
	return (strings.HasPrefix(name, "MPI_") || strings.HasPrefix(name, "PMPI_")) && mpi.Lookup(name) != nil
}
