package ir

import (
	"fmt"
	"strconv"

	"mpivet/mpi"
)

var kindWords = map[AcqKind]string{Heap: "", Container: "container", Object: "object"}

var roleWords = map[mpi.Role]string{mpi.Send: "send", mpi.Recv: "recv", mpi.Both: "both"}

// instr writes i without its position.
func (p *printer) instr(i Instr) {
	switch i := i.(type) {
	case *Acquire:
		p.printf("acquire %s %s", i.Dst, word(i.How))
		if i.Kind != Heap {
			p.printf(" %s", kindWords[i.Kind])
		}
		p.optExpr("size", i.Size)
		p.optInt("elem", i.Elem)
		p.optExpr("of", i.Of)
		p.optList("with", i.Args)
		p.optText("name", i.Name)
		if i.Zero {
			p.printf(" zero")
		}
	case *Ensure:
		p.printf("ensure %s %s", i.Dst, word(i.How))
		p.optExpr("base", i.Base)
		p.optInt("elem", i.Elem)
		p.optText("name", i.Name)
	case *Release:
		p.printf("release %s", exprText(i.Val))
		if i.How != "" {
			p.printf(" %s", word(i.How))
		}
	case *Assign:
		p.printf("%s = %s", i.Dst, exprText(i.Src))
	case *Escape:
		p.printf("escape %s", exprText(i.Val))
	case *Call:
		p.call(i)
	case *Comm:
		p.comm(i)
	default:
		p.printf("missing instruction")
	}
}

func (p *printer) optExpr(key string, e Expr) {
	if e != nil {
		p.printf(" %s %s", key, exprText(e))
	}
}

func (p *printer) optInt(key string, n int64) {
	if n != 0 {
		p.printf(" %s %d", key, n)
	}
}

func (p *printer) optText(key, s string) {
	if s != "" {
		p.printf(" %s %s", key, strconv.Quote(s))
	}
}

func (p *printer) list(es []Expr) {
	for i, e := range es {
		if i > 0 {
			p.printf(", ")
		}
		writeExpr(&p.sb, e)
	}
}

func (p *printer) optList(key string, es []Expr) {
	if len(es) > 0 {
		p.printf(" %s ", key)
		p.list(es)
	}
}

func (p *printer) call(c *Call) {
	for i, d := range c.Dsts {
		if i > 0 {
			p.printf(", ")
		}
		p.printf("%s", d)
	}
	if len(c.Dsts) > 0 {
		p.printf(" = ")
	}
	if c.Async {
		p.printf("go ")
	} else {
		p.printf("call ")
	}
	if c.Virtual {
		p.printf("virtual ")
	}
	if len(c.Callees) == 1 {
		p.printf("@%s", nameText(c.Callees[0]))
	} else {
		p.printf("{")
		for i, name := range c.Callees {
			if i > 0 {
				p.printf(", ")
			}
			p.printf("@%s", nameText(name))
		}
		p.printf("}")
	}
	p.printf("(")
	p.list(c.Args)
	p.printf(")")
	if c.Name != defaultName(c.Callees) {
		p.printf(" name %s", strconv.Quote(c.Name))
	}
	if c.Through != nil {
		p.printf(" through ")
		writeExpr(&p.sb, c.Through)
	}
}

// defaultName is the name of a call that is written without one.
func defaultName(callees []string) string {
	if len(callees) == 1 {
		return callees[0]
	}
	return ""
}

func (p *printer) comm(c *Comm) {
	if c.Dst != nil {
		p.printf("%s = ", *c.Dst)
	}
	proc := "?"
	if c.Proc != nil {
		proc = c.Proc.Name
	}
	p.printf("comm %s", proc)
	if c.Name != proc {
		p.printf(" as %s", strconv.Quote(c.Name))
	}
	for _, b := range c.Bufs {
		p.printf(" %s(%s", roleWords[b.Role], exprText(b.Val))
		p.optExpr("count", b.Count)
		p.optInt("elem", b.Elem)
		if b.Block {
			p.printf(" block")
		}
		p.optText("text", b.Text)
		p.printf(")")
	}
	p.optList("peer", c.Peers)
	p.optExpr("root", c.Root)
	p.optExpr("comm", c.Comm)
	p.optExpr("win", c.Win)
	p.optList("use", c.Uses)
	if c.Req != nil {
		p.printf(" req %s", *c.Req)
	}
}

func (p *printer) term(t Term) {
	switch t := t.(type) {
	case *Jump:
		p.printf("jump %s", t.To.label())
		return
	case *If:
		p.printf("if %s then %s else %s", exprText(t.Cond), t.Then.label(), t.Else.label())
	case *Switch:
		p.printf("switch %s {", exprText(t.Tag))
		for _, c := range t.Cases {
			p.printf("%s: %s, ", exprText(c.Val), c.To.label())
		}
		p.printf("default: %s}", t.Default.label())
	case *Return:
		p.printf("return")
		if len(t.Vals) > 0 {
			p.printf(" ")
			p.list(t.Vals)
		}
	case *Halt:
		p.printf("halt")
	default:
		p.printf("missing terminator")
		return
	}
	p.pos(TermPos(t))
}

func instrText(i Instr) string {
	p := &printer{}
	p.instr(i)
	return p.sb.String()
}

func termText(t Term) string {
	p := &printer{}
	p.term(t)
	return p.sb.String()
}

// Instructions and terminators print as in the textual form; instructions without their positions.

func (i *Acquire) String() string { return instrText(i) }
func (i *Ensure) String() string  { return instrText(i) }
func (i *Release) String() string { return instrText(i) }
func (i *Assign) String() string  { return instrText(i) }
func (i *Escape) String() string  { return instrText(i) }
func (i *Call) String() string    { return instrText(i) }
func (i *Comm) String() string    { return instrText(i) }

func (t *Jump) String() string   { return termText(t) }
func (t *If) String() string     { return termText(t) }
func (t *Switch) String() string { return termText(t) }
func (t *Return) String() string { return termText(t) }
func (t *Halt) String() string   { return termText(t) }

// String returns header, depth and blocks of the loop.
func (l *Loop) String() string {
	s := fmt.Sprintf("loop %s depth %d:", l.Header.label(), l.Depth)
	for _, b := range l.Blocks {
		s += " " + b.label()
	}
	return s
}
