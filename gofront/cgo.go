package gofront

import (
	"strings"

	"mpivet/ir"
	"mpivet/mpi"
)

// isCgoSupport reports whether a function is one that cgo declares: a stub of a C function or a helper.
func isCgoSupport(name string) bool {
	return strings.HasPrefix(name, "_C") || strings.HasPrefix(name, "_cgo")
}

// cgoCall lowers a call of a C function, or of one of cgo's helpers.
func (fr *frame) cgoCall(s *site) bool {
	name := s.obj.Name()
	if !isCgoSupport(name) {
		return false
	}
	if macro, ok := strings.CutPrefix(name, "_Cmacro_"); ok {
		if c := mpiConstant(macro); c != "" {
			fr.setResult(s, 0, named(c))
		} else {
			fr.unknownResults(s, 0)
		}
		return true
	}
	c, ok := strings.CutPrefix(name, "_Cfunc_")
	if !ok {
		if c, ok = strings.CutPrefix(name, "_C2func_"); !ok {
			fr.unknownResults(s, 0)
			return true // _cgoCheckPointer and its like
		}
	}
	s.name = "C." + strings.TrimPrefix(c, "_")
	if p := mpi.Lookup(c); p != nil {
		s.name = c
		fr.mpiCall(s, p, s.args)
		return true
	}
	if !fr.cMemory(s, c) {
		fr.b.Emit(&ir.Call{Callees: []string{c}, Name: s.name, Args: values(s.args), Dsts: fr.cells(s), Pos: s.pos})
	}
	return true
}

func values(args []arg) []ir.Expr {
	out := make([]ir.Expr, len(args))
	for i, a := range args {
		if out[i] = a.x; a.x == nil {
			out[i] = ir.Unknown{}
		}
	}
	return out
}

// cAllocators gives for C's allocators the arguments whose product is the size.
var cAllocators = map[string][]int{
	"malloc": {0}, "calloc": {0, 1}, "aligned_alloc": {1}, "memalign": {1}, "valloc": {0}, "strdup": nil, "strndup": nil,
	"_CMalloc": {0}, "CString": nil, "CBytes": nil, "GoBytes": {1}, "GoString": nil, "GoStringN": {1},
	"fftw_malloc": {0}, "mkl_malloc": {0}, "hbw_malloc": {0}, "numa_alloc_local": {0}, "hwloc_alloc": {1}, "g_malloc": {0},
}

var cReleases = map[string]bool{
	"free": true, "fftw_free": true, "mkl_free": true, "hbw_free": true, "numa_free": true, "g_free": true,
	"cudaFree": true, "cudaFreeHost": true, "hipFree": true, "hipHostFree": true,
}

// cOutAllocators store the memory's address where argument 0 points.
var cOutAllocators = map[string]int{ // the argument that holds the size
	"posix_memalign": 2, "cudaMalloc": 1, "cudaMallocHost": 1, "cudaHostAlloc": 1, "cudaMallocManaged": 1, "hipMalloc": 1,
	"hipHostMalloc": 1,
}

// cNames are how a Go program writes the functions that cgo has under other names.
var cNames = map[string]string{"_CMalloc": "malloc", "CString": "C.CString", "CBytes": "C.CBytes", "GoBytes": "C.GoBytes",
	"GoString": "C.GoString", "GoStringN": "C.GoStringN"}

// cMemory lowers calls that acquire or release C memory.
func (fr *frame) cMemory(s *site, c string) bool {
	how := c
	if n := cNames[c]; n != "" {
		how = n
	}
	if size, ok := cAllocators[c]; ok {
		acq := fr.fresh(s, 0, how)
		acq.Zero, acq.Elem = c == "calloc", 0
		acq.Size = fr.product(s, size)
		fr.unknownResults(s, 1)
		return true
	}
	if i, ok := cOutAllocators[c]; ok && i < len(s.args) {
		fr.b.Emit(&ir.Acquire{Dst: fr.pointee(s.args[0].x), How: how, Size: s.args[i].x, Name: fr.pointedName(s.args[0]), Pos: s.pos})
		fr.unknownResults(s, 0)
		return true
	}
	switch {
	case (c == "realloc" || c == "reallocarray") && len(s.args) >= 2:
		acq := fr.fresh(s, 0, how)
		acq.Of, acq.Size, acq.Elem = s.args[0].x, s.args[1].x, 0
		fr.unknownResults(s, 1)
		return true
	case cReleases[c] && len(s.args) > 0:
		fr.b.Emit(&ir.Release{Val: s.args[0].x, How: how, Pos: s.pos})
		return true
	}
	return false
}

func (fr *frame) product(s *site, factors []int) ir.Expr {
	var out ir.Expr
	for _, i := range factors {
		if i >= len(s.args) {
			return nil
		}
		if out == nil {
			out = s.args[i].x
		} else {
			out = ir.Bin{Op: "*", X: out, Y: s.args[i].x}
		}
	}
	if out == nil {
		return nil
	}
	return ir.Simplify(out)
}

// pointedName is the variable whose address an argument is.
func (fr *frame) pointedName(a arg) string {
	return strings.TrimPrefix(fr.bufferText(a), "&")
}

// mpiCall lowers a call whose arguments are those of an MPI procedure. A binding may return what C stores through a
// pointer at the end, so that arguments can be missing there.
func (fr *frame) mpiCall(s *site, p *mpi.Proc, args []arg) {
	c := &cCall{fr: fr, s: s, p: p, args: args}
	switch {
	case p.Name == "MPI_Abort":
		fr.b.End(&ir.Halt{Pos: s.pos})
	case (p.Name == "MPI_Comm_rank" || p.Name == "MPI_Comm_size") && c.has(0) && c.has(1):
		c.query()
	case p.Communicates():
		c.communicate()
	case p.Makes != mpi.NoObject:
		c.makes()
	case p.Frees != mpi.NoObject:
		c.frees()
	default:
		c.plain()
	}
}

// cCall is a call in C's argument order.
type cCall struct {
	fr   *frame
	s    *site
	p    *mpi.Proc
	args []arg
}

// has reports whether the call has an argument i.
func (c *cCall) has(i int) bool { return i >= 0 && i < len(c.args) && c.args[i].v != nil }

// at is argument i with constants under their names; nil where there is none.
func (c *cCall) at(i int) ir.Expr {
	if !c.has(i) {
		return nil
	}
	return c.fr.value(c.args[i])
}

// cell is what argument i points to.
func (c *cCall) cell(i int) (ir.Path, bool) {
	if !c.has(i) {
		return ir.Path{}, false
	}
	return c.fr.pointee(c.args[i].x), true
}

func (c *cCall) plain() {
	s := c.s
	c.fr.b.Emit(&ir.Call{Callees: []string{c.p.Name}, Name: s.name, Args: values(c.args), Dsts: c.fr.cells(s), Pos: s.pos})
	for _, a := range c.args {
		if a.v == nil {
			continue
		}
		if t := derefType(a.v.Type()); isPointer(a.v.Type()) && isInteger(t) && isFollowed(a.x) && c.p.Kind == mpi.Query {
			c.fr.b.Emit(&ir.Assign{Dst: c.fr.pointee(a.x), Src: ir.Unknown{Text: s.name}, Pos: s.pos})
		}
	}
}

func (c *cCall) query() {
	comm := c.at(0)
	var src ir.Expr = ir.CommRank{Comm: comm}
	if c.p.Name == "MPI_Comm_size" {
		src = ir.CommSize{Comm: comm}
	}
	dst, _ := c.cell(1)
	c.fr.b.Emit(&ir.Assign{Dst: dst, Src: src, Pos: c.s.pos})
	c.fr.unknownResults(c.s, 0)
}

func (c *cCall) communicate() {
	fr, p, s := c.fr, c.p, c.s
	out := &ir.Comm{Proc: p, Name: s.name, Root: c.at(p.Root), Comm: c.at(p.Comm), Win: c.at(p.Win), Pos: s.pos}
	for i := range p.Buffers {
		if c.has(p.Buffers[i].Arg) {
			out.Bufs = append(out.Bufs, c.buffer(&p.Buffers[i]))
			c.use(out, p.Buffers[i].Type)
		}
	}
	for _, i := range p.Peers {
		if x := c.at(i); x != nil {
			out.Peers = append(out.Peers, x)
		}
	}
	if cell, ok := c.cell(p.Request); ok {
		out.Req = &cell
	}
	fr.b.Emit(out)
	if p.Makes != mpi.NoObject && out.Req != nil {
		fr.b.Emit(&ir.Acquire{Dst: *out.Req, Kind: ir.Object, How: s.name, Args: c.inputs(), Name: fr.pointedName(c.args[p.Request]), Pos: s.pos})
	}
	fr.unknownResults(s, 0)
}

func (c *cCall) buffer(b *mpi.Buffer) ir.Buf {
	out := c.fr.buffer(c.args[b.Arg], b.Role)
	out.Block = b.PerPeer
	switch {
	case b.Count < 0:
		out.Count = ir.Const{V: 1}
	case b.Counts:
		out.Count = nil
	default:
		out.Count = c.at(b.Count)
	}
	if !b.TypesArray {
		if t, ok := c.at(b.Type).(ir.Named); ok && elemSizes[t.Name] > 0 {
			out.Elem = elemSizes[t.Name]
		}
	}
	return out
}

// use records a datatype that is an object of the program.
func (c *cCall) use(out *ir.Comm, i int) {
	x, ok := c.at(i).(ir.Load)
	if !ok {
		return
	}
	for _, u := range out.Uses {
		if ir.Equal(u, x) {
			return
		}
	}
	out.Uses = append(out.Uses, x)
}

func (c *cCall) makes() {
	fr, p, s := c.fr, c.p, c.s
	if (p.Makes == mpi.AttachedBuffer || p.Makes == mpi.AttachedMemory) && c.has(p.Mem) {
		fr.b.Emit(&ir.Acquire{Dst: fr.attached(p.Makes), Kind: ir.Object, How: s.name, Args: c.inputs(), Name: fr.pointedName(c.args[p.Mem]), Pos: s.pos})
		fr.unknownResults(s, 0)
		return
	}
	dst, ok := c.cell(p.ObjArg)
	if !ok {
		c.plain()
		return
	}
	acq := &ir.Acquire{Dst: dst, Kind: ir.Object, How: s.name, Name: fr.pointedName(c.args[p.ObjArg]), Of: c.at(p.Parent), Args: c.inputs(), Pos: s.pos}
	mem, hasMem := c.cell(p.Mem)
	switch {
	case p.Makes == mpi.Memory:
		acq.Kind, acq.Size, acq.Of, acq.Args = ir.Heap, c.at(p.MemBytes), nil, nil
	case hasMem && p.Name != "MPI_Win_create":
		fr.b.Emit(&ir.Acquire{Dst: mem, How: s.name, Size: c.at(p.MemBytes), Name: fr.pointedName(c.args[p.Mem]), Pos: s.pos})
	}
	fr.b.Emit(acq)
	fr.unknownResults(s, 0)
}

// inputs are the arguments that describe what the call makes.
func (c *cCall) inputs() []ir.Expr {
	var out []ir.Expr
	for _, i := range c.p.Inputs() {
		if x := c.at(i); x != nil {
			out = append(out, x)
		}
	}
	return out
}

func (c *cCall) frees() {
	fr, p, s := c.fr, c.p, c.s
	switch {
	case p.Frees == mpi.AttachedBuffer || p.Frees == mpi.AttachedMemory:
		fr.b.Emit(&ir.Release{Val: ir.Load{Path: fr.attached(p.Frees)}, How: s.name, Pos: s.pos})
	case p.Frees == mpi.Memory && c.has(p.ObjArg):
		fr.b.Emit(&ir.Release{Val: c.at(p.ObjArg), How: s.name, Pos: s.pos})
	default:
		cell, ok := c.cell(p.ObjArg)
		if !ok {
			c.plain()
			return
		}
		fr.b.Emit(&ir.Release{Val: ir.Load{Path: cell}, How: s.name, Pos: s.pos})
		fr.b.Emit(&ir.Assign{Dst: cell, Src: ir.Null{}, Pos: s.pos})
	}
	fr.unknownResults(s, 0)
}

// attached is the cell that stands for memory attached to MPI, which no handle names.
func (fr *frame) attached(kind mpi.Object) ir.Path {
	name := "MPI_Buffer"
	if kind == mpi.AttachedMemory {
		name = "MPI_Window_memory"
	}
	v := fr.u.attached[name]
	if v == nil {
		v = &ir.Var{Name: name, Kind: ir.Global}
		fr.u.attached[name] = v
	}
	return ir.VarPath(v)
}
