//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
	"mpivet/mpi"
)

// mpiCall lowers a call of an MPI procedure.
func (f *fn) mpiCall(c *call, p *mpi.Proc) {
	if len(c.args) < p.Args {
		f.plainMPI(c, p)
		return
	}
	switch p.Name {
	case "MPI_Comm_rank":
		f.query(c, func(comm ir.Expr) ir.Expr { return ir.CommRank{Comm: comm} })
		return
	case "MPI_Comm_size":
		f.query(c, func(comm ir.Expr) ir.Expr { return ir.CommSize{Comm: comm} })
		return
	}
	switch {
	case p.Communicates():
		f.communicate(c, p)
	case p.Makes != mpi.NoObject:
		f.make(c, p)
	case p.Frees != mpi.NoObject:
		f.free(c, p)
	default:
		f.plainMPI(c, p)
	}
}

// plainMPI calls a procedure that package mpi's callers know by name.
func (f *fn) plainMPI(c *call, p *mpi.Proc) {
	out := &ir.Call{Callees: []string{p.Name}, Name: c.name, Args: f.arguments(c), Pos: c.pos}
	if c.dst != nil {
		out.Dsts = []ir.Path{*c.dst}
	}
	f.b.Emit(out)
}

// query lowers MPI_Comm_rank and MPI_Comm_size.
func (f *fn) query(c *call, of func(comm ir.Expr) ir.Expr) {
	vals := f.arguments(c)
	f.b.Emit(&ir.Assign{Dst: f.deref(vals[1]), Src: of(vals[0]), Pos: c.pos})
	f.result(c, f.unknown(c.n))
}

// communicate lowers a procedure that moves buffers.
func (f *fn) communicate(c *call, p *mpi.Proc) {
	vals := f.arguments(c)
	out := &ir.Comm{Proc: p, Name: c.name, Dst: c.dst, Pos: c.pos}
	for i := range p.Buffers {
		out.Bufs = append(out.Bufs, f.buffer(c, vals, &p.Buffers[i]))
		out.Uses = addUse(out.Uses, p.Buffers[i].Type, vals)
	}
	for _, i := range p.Peers {
		out.Peers = append(out.Peers, vals[i])
	}
	out.Root, out.Comm, out.Win = at(vals, p.Root), at(vals, p.Comm), at(vals, p.Win)
	var cell ir.Path
	if p.Request >= 0 {
		cell = f.deref(vals[p.Request])
		out.Req = &cell
	}
	f.b.Emit(out)
	if p.Makes != mpi.NoObject && out.Req != nil {
		f.b.Emit(&ir.Acquire{Dst: cell, Kind: ir.Object, How: c.name, Args: inputs(p, vals),
			Name: f.pointedName(c.args[p.Request]), Pos: c.pos})
	}
}

// inputs are the arguments that describe what p makes.
func inputs(p *mpi.Proc, vals []ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, i := range p.Inputs() {
		out = append(out, vals[i])
	}
	return out
}

func at(vals []ir.Expr, i int) ir.Expr {
	if i < 0 {
		return nil
	}
	return vals[i]
}

// buffer describes one buffer of a call.
func (f *fn) buffer(c *call, vals []ir.Expr, b *mpi.Buffer) ir.Buf {
	out := ir.Buf{Role: b.Role, Val: vals[b.Arg], Text: f.argText(c.args[b.Arg]), Block: b.PerPeer}
	if b.Count >= 0 && !b.Counts {
		out.Count = vals[b.Count]
	}
	if b.Count < 0 {
		out.Count = ir.Const{V: 1}
	}
	if b.Type >= 0 && !b.TypesArray {
		if t, ok := vals[b.Type].(ir.Named); ok {
			out.Elem = elemSize[t.Name]
		}
	}
	return out
}

// argText is an argument as it is written, without the casts around it.
func (f *fn) argText(n *node) string {
	x := n
	for x.kind == gc.Cursor_UnexposedExpr && len(x.kids) == 1 {
		x = x.kids[0]
	}
	if _, ok := f.named(x); !ok {
		x = n.uncast()
	}
	if !f.u.trusted(x) {
		return f.rendered(x)
	}
	return f.u.text(x)
}

// addUse adds the datatype at argument i unless it is a constant or there already.
func addUse(uses []ir.Expr, i int, vals []ir.Expr) []ir.Expr {
	if i < 0 {
		return uses
	}
	switch v := vals[i].(type) {
	case ir.Named, ir.Null, ir.Const, ir.Unknown:
		return uses
	default:
		for _, u := range uses {
			if ir.Equal(u, v) {
				return uses
			}
		}
		return append(uses, v)
	}
}

// make lowers a procedure that makes an object or hands out memory.
func (f *fn) make(c *call, p *mpi.Proc) {
	switch p.Makes {
	case mpi.AttachedBuffer, mpi.AttachedMemory:
		f.attach(c, p)
		return
	}
	vals := f.arguments(c)
	obj := &ir.Acquire{
		Dst: f.deref(vals[p.ObjArg]), Kind: ir.Object, How: c.name,
		Name: f.pointedName(c.args[p.ObjArg]), Of: at(vals, p.Parent), Args: inputs(p, vals), Pos: c.pos,
	}
	switch {
	case p.Makes == mpi.Memory:
		obj.Kind, obj.Size = ir.Heap, at(vals, p.MemBytes)
		obj.Of, obj.Args = nil, nil
	case p.Mem >= 0 && p.Name != "MPI_Win_create":
		// The window's memory comes with it.
		f.b.Emit(&ir.Acquire{
			Dst: f.deref(vals[p.Mem]), Kind: ir.Heap, How: c.name, Size: at(vals, p.MemBytes),
			Name: f.pointedName(c.args[p.Mem]), Pos: c.pos,
		})
	}
	f.b.Emit(obj)
	f.result(c, f.unknown(c.n))
}

// free lowers a procedure that frees the object in a cell, or memory.
func (f *fn) free(c *call, p *mpi.Proc) {
	if p.Frees == mpi.AttachedBuffer || p.Frees == mpi.AttachedMemory {
		f.detach(c, p)
		return
	}
	vals := f.arguments(c)
	if p.Frees == mpi.Memory {
		f.b.Emit(&ir.Release{Val: vals[p.ObjArg], How: c.name, Pos: c.pos})
		f.result(c, f.unknown(c.n))
		return
	}
	cell := f.deref(vals[p.ObjArg])
	f.b.Emit(&ir.Release{Val: loadOf(cell), How: c.name, Pos: c.pos})
	f.b.Emit(&ir.Assign{Dst: cell, Src: ir.Null{}, Pos: c.pos})
	f.result(c, f.unknown(c.n))
}

// attach lowers MPI_Buffer_attach and the like: an object that no handle names. A synthetic global stands for it.
func (f *fn) attach(c *call, p *mpi.Proc) {
	vals := f.arguments(c)
	cell := f.attached(p.Makes)
	f.b.Emit(&ir.Acquire{Dst: cell, Kind: ir.Object, How: c.name, Args: inputs(p, vals),
		Name: f.argText(c.args[p.Mem]), Pos: c.pos})
	f.b.Emit(&ir.Assign{Dst: cell.Field(attachedMemory), Src: vals[p.Mem], Pos: c.pos})
	f.result(c, f.unknown(c.n))
}

// attachedMemory is the field of the synthetic global that holds the memory itself.
const attachedMemory = "#memory"

func (f *fn) detach(c *call, p *mpi.Proc) {
	vals := f.arguments(c)
	cell := f.attached(p.Frees)
	if p.Frees == mpi.AttachedBuffer {
		// The call hands the memory back where its argument says.
		f.b.Emit(&ir.Assign{Dst: f.deref(vals[p.Mem]), Src: loadOf(cell.Field(attachedMemory)), Pos: c.pos})
	}
	f.b.Emit(&ir.Release{Val: loadOf(cell), How: c.name, Pos: c.pos})
	f.result(c, f.unknown(c.n))
}

func (f *fn) attached(kind mpi.Object) ir.Path {
	u := f.u
	name := "MPI_Buffer"
	if kind == mpi.AttachedMemory {
		name = "MPI_Window_memory"
	}
	if u.attach == nil {
		u.attach = map[string]*ir.Var{}
	}
	v := u.attach[name]
	if v == nil {
		v = &ir.Var{Name: name, Kind: ir.Global}
		u.attach[name] = v
		u.out.Globals = append(u.out.Globals, v)
	}
	return ir.VarPath(v)
}

// wrapper lowers a call of a function that the configuration says hands its arguments on to an MPI procedure.
func (f *fn) wrapper(c *call, w Wrapper) bool {
	p := mpi.Lookup(w.Like)
	if p == nil {
		return false
	}
	if len(w.Args) == 0 {
		if len(c.args) < p.Args {
			return false
		}
		f.mpiCall(c, p)
		return true
	}
	re, ok := remapped(p, w.Args, len(c.args))
	if ok {
		f.mpiCall(c, re)
	}
	return ok
}

// remapped is p with its arguments where a wrapper takes them. Buffers that the wrapper supplies itself drop out.
func remapped(p *mpi.Proc, args []int, have int) (*mpi.Proc, bool) {
	to := func(i int) int {
		if i < 0 || i >= len(args) || args[i] >= have {
			return -1
		}
		return args[i]
	}
	q := *p
	q.Args = have
	q.Buffers, q.Peers = nil, nil
	for _, b := range p.Buffers {
		b.Arg, b.Count, b.Type = to(b.Arg), to(b.Count), to(b.Type)
		if b.Arg >= 0 {
			q.Buffers = append(q.Buffers, b)
		}
	}
	for _, i := range p.Peers {
		if j := to(i); j >= 0 {
			q.Peers = append(q.Peers, j)
		}
	}
	for _, i := range []*int{&q.Root, &q.Comm, &q.Win, &q.Request, &q.ObjArg, &q.Parent, &q.Mem, &q.MemBytes} {
		*i = to(*i)
	}
	return &q, len(q.Buffers) > 0
}
