package ir

import "mpivet/mpi"

// Instructions by number.
const (
	instrAcquire uint8 = iota
	instrEnsure
	instrRelease
	instrAssign
	instrEscape
	instrCall
	instrComm
)

func instrTag(i Instr) uint8 {
	switch i.(type) {
	case *Acquire:
		return instrAcquire
	case *Ensure:
		return instrEnsure
	case *Release:
		return instrRelease
	case *Assign:
		return instrAssign
	case *Escape:
		return instrEscape
	case *Call:
		return instrCall
	}
	return instrComm
}

func (c *codec) instr(i *Instr) {
	switch c.byte(instrTag(*i), instrComm) {
	case instrAcquire:
		variant(c, i, c.acquire)
	case instrEnsure:
		variant(c, i, c.ensure)
	case instrRelease:
		variant(c, i, func(x *Release) { c.expr(&x.Val); c.str(&x.How); c.pos(&x.Pos) })
	case instrAssign:
		variant(c, i, func(x *Assign) { c.path(&x.Dst); c.expr(&x.Src); c.pos(&x.Pos) })
	case instrEscape:
		variant(c, i, func(x *Escape) { c.expr(&x.Val); c.pos(&x.Pos) })
	case instrCall:
		variant(c, i, c.call)
	case instrComm:
		variant(c, i, c.comm)
	}
}

func (c *codec) acquire(x *Acquire) {
	c.path(&x.Dst)
	x.Kind = AcqKind(c.byte(uint8(x.Kind), uint8(Object)))
	c.str(&x.How)
	c.expr(&x.Size)
	c.int64(&x.Elem)
	c.expr(&x.Of)
	list(c, &x.Args, c.expr)
	c.str(&x.Name)
	c.flags(&x.Zero)
	c.pos(&x.Pos)
}

func (c *codec) ensure(x *Ensure) {
	c.path(&x.Dst)
	c.expr(&x.Base)
	c.str(&x.How)
	c.int64(&x.Elem)
	c.str(&x.Name)
	c.pos(&x.Pos)
}

func (c *codec) call(x *Call) {
	list(c, &x.Callees, c.str)
	c.str(&x.Name)
	list(c, &x.Args, c.expr)
	list(c, &x.Dsts, c.path)
	c.flags(&x.Async, &x.Virtual)
	c.expr(&x.Through)
	c.pos(&x.Pos)
}

func (c *codec) comm(x *Comm) {
	c.proc(&x.Proc)
	c.str(&x.Name)
	list(c, &x.Bufs, c.buffer)
	list(c, &x.Peers, c.expr)
	c.expr(&x.Root)
	c.expr(&x.Comm)
	c.expr(&x.Win)
	list(c, &x.Uses, c.expr)
	c.optPath(&x.Req)
	c.optPath(&x.Dst)
	c.pos(&x.Pos)
}

func (c *codec) proc(p **mpi.Proc) {
	var name string
	if *p != nil {
		name = (*p).Name
	}
	c.str(&name)
	if c.writing || name == "" {
		return
	}
	if *p = mpi.Lookup(name); *p == nil {
		c.fail("unknown MPI procedure %q", name)
	}
}

func (c *codec) buffer(b *Buf) {
	b.Role = mpi.Role(c.byte(uint8(b.Role), uint8(mpi.Both)))
	c.expr(&b.Val)
	c.expr(&b.Count)
	c.int64(&b.Elem)
	c.str(&b.Text)
	c.flags(&b.Block)
}
