package fix

import (
	"fmt"
	"slices"
	"strings"

	"mpivet/dataflow/age"
	"mpivet/internal/ctoken"
	"mpivet/ir"
	"mpivet/rules"
)

// cFix is a fix of C or C++ in the making.
type cFix struct {
	*Fixer
	ch    *age.Churn
	src   *source
	acq   *ir.Acquire
	name  string // of the variable
	fn    *stmt
	inner *stmt    // the loop that communicates
	outer *stmt    // the outermost loop around it, in front of which the acquisition moves
	loop  *ir.Loop // that of outer
	at    *stmt    // the acquisition
}

// fixC moves an acquisition of C or C++ out of its loops.
func (f *Fixer) fixC(ch *age.Churn, src *source) (rules.Fix, bool) {
	c := &cFix{Fixer: f, ch: ch, src: src}
	if !c.locate() || !c.plain() {
		return rules.Fix{}, false
	}
	if c.acq.Kind == ir.Container {
		return c.vector()
	}
	return c.block()
}

// locate finds the statements that matter.
func (c *cFix) locate() bool {
	var ok bool
	if c.acq, ok = c.ch.Acquire.(*ir.Acquire); !ok || c.acq.Of != nil || c.acq.Dst.Root == nil || c.acq.Dst.Root.Kind != ir.Local {
		return false
	}
	if sels := c.acq.Dst.Sels; len(sels) > 1 || len(sels) == 1 && (c.acq.Kind != ir.Container || sels[0].Kind != ir.Field) {
		return false // a container's memory is a field of it
	}
	c.name = plainName(c.acq.Dst.Root)
	c.loop = outermost(c.ch.Loop)
	in, out := c.src.at(c.ch.Loop.Pos), c.src.at(c.loop.Pos)
	if in < 0 || out < 0 || c.loop.Pos.File != c.ch.Pos.File || c.ch.Loop.Pos.File != c.ch.Pos.File {
		return false
	}
	if c.fn = c.src.function(in); c.fn == nil {
		return false
	}
	c.inner, c.outer = c.fn.find(loop, in), c.fn.find(loop, out)
	if c.inner == nil || c.outer == nil || c.inner.body().kind != block || c.outer.parent == nil || c.outer.parent.kind != block {
		return false
	}
	off := c.src.offset(c.ch.Pos.Line, c.ch.Pos.Col)
	for _, kid := range c.inner.body().kids {
		if c.src.tokens[kid.first].Start <= off && off < c.src.tokens[kid.last].End && kid.kind == simple {
			c.at = kid
		}
	}
	return c.at != nil
}

// plain reports whether the function is of a form in which moving a statement means what it seems to: no labels, no directives (of
// which some would let several threads run the loop), nothing that unwinds, no threads.
func (c *cFix) plain() bool {
	fine := true
	c.fn.each(func(s *stmt) {
		if s.kind == try || s.kind == label && c.tok(s.first) != "case" && c.tok(s.first) != "default" {
			fine = false
		}
	})
	for _, kid := range c.outer.parent.kids {
		fine = fine && kid.kind != label // a case may not jump over a declaration
	}
	for i := c.fn.first; i <= c.fn.last; i++ {
		switch t := c.tok(i); {
		case c.src.tokens[i].Kind == ctoken.Directive:
			return false
		case slices.Contains([]string{"goto", "throw", "thread", "jthread", "async", "pthread_create", "setjmp", "longjmp", "_Pragma", "asm", "__asm__", "co_await"}, t):
			return false
		}
	}
	_, alone := c.src.indent(c.start(c.outer))
	return fine && alone
}

func (c *cFix) tok(i int) string           { return c.src.tok(i) }
func (c *cFix) start(s *stmt) int          { return c.src.tokens[s.first].Start }
func (c *cFix) end(s *stmt) int            { return c.src.tokens[s.last].End }
func (c *cFix) text(s *stmt) string        { return c.src.text[c.start(s):c.end(s)] }
func (c *cFix) within(s *stmt, i int) bool { return s.first <= i && i <= s.last }

// join writes tokens with single spaces, which makes forms comparable.
func (c *cFix) join(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from {
			b.WriteByte(' ')
		}
		b.WriteString(c.tok(i))
	}
	return b.String()
}

// names calls visit for each token of the function that is the variable's name and no member's.
func (c *cFix) names(visit func(i int) bool) bool {
	for i := c.fn.first; i <= c.fn.last; i++ {
		if c.tok(i) == c.name && c.tok(i-1) != "." && c.tok(i-1) != "->" && !visit(i) {
			return false
		}
	}
	return true
}

// mentions reports whether tokens hold the variable's name.
func (c *cFix) mentions(from, to int) bool {
	for i := from; i <= to; i++ {
		if c.tok(i) == c.name {
			return true
		}
	}
	return false
}

// waited reports whether each nonblocking call that communicates the buffer stands in the loop's body itself and is waited for there,
// behind it and before statement last ends.
func (c *cFix) waited(last int) bool {
	for _, comm := range pending(c.ch) {
		call := c.src.at(comm.Pos)
		request := requestName(comm)
		done := false
		for _, kid := range c.inner.body().kids {
			done = done || call >= 0 && kid.first > call && kid.last <= last && kid.kind == simple && c.waits(kid, request)
		}
		if !done || !c.within(c.inner.body(), call) {
			return false
		}
	}
	return true
}

// waits reports whether a statement is a call that waits for a request.
func (c *cFix) waits(s *stmt, request string) bool {
	name := strings.TrimPrefix(c.tok(s.first), "P")
	if name != "MPI_Wait" && name != "MPI_Waitall" || c.tok(s.first+1) != "(" {
		return false
	}
	for i := s.first + 2; i < s.last; i++ {
		if c.tok(i) == request {
			return true
		}
	}
	return false
}

// returns reports whether the function can be left between two statements of the loop, by a return or by a macro that holds one,
// outside the tokens from first to last.
func (c *cFix) returnsOutside(first, last int) bool {
	from, to := c.src.tokens[first].Start, c.src.tokens[last].End
	for _, b := range c.ch.Fn.Blocks {
		r, ok := b.Term.(*ir.Return)
		if !ok || r.Pos.File != c.src.name {
			continue
		}
		at := c.src.offset(r.Pos.Line, r.Pos.Col)
		if at >= c.start(c.outer) && at < c.end(c.outer) && (at < from || at >= to) {
			return true
		}
	}
	return false
}

// remove deletes a statement with its line where nothing but a comment stands on it, which goes too.
func (c *cFix) remove(first, last int) (rules.Edit, bool) {
	from, to := c.src.tokens[first].Start, c.src.tokens[last].End
	indent, alone := c.src.indent(from)
	end, free := c.src.lineEnd(to)
	if !alone || !free {
		return rules.Edit{}, false
	}
	from -= len(indent)
	if blank := c.src.newline(); strings.HasPrefix(c.src.text[end:], blank) && strings.HasSuffix(strings.TrimRight(c.src.text[:from], "\r\n"), "{") {
		end += len(blank) // an empty line below would begin the block
	}
	return c.src.replace(from, end, ""), true
}

// before inserts lines in front of the outer loop.
func (c *cFix) before(lines string) rules.Edit {
	indent, _ := c.src.indent(c.start(c.outer))
	at := c.start(c.outer) - len(indent)
	return c.src.replace(at, at, lines)
}

// after inserts a line behind the outer loop.
func (c *cFix) after(text string) (rules.Edit, bool) {
	at, ok := c.src.lineEnd(c.end(c.outer))
	if !ok || at == len(c.src.text) {
		return rules.Edit{}, false
	}
	indent, _ := c.src.indent(c.start(c.outer))
	return c.src.replace(at, at, indent+text+c.src.newline()), true
}

// shifted is a statement's text with the indentation of the outer loop instead of its own, and an end of line.
func (c *cFix) shifted(first, last int) string {
	old, _ := c.src.indent(c.src.tokens[first].Start)
	indent, _ := c.src.indent(c.start(c.outer))
	end := c.src.tokens[last].End
	if line, ok := c.src.lineEnd(end); ok { // the comment behind it too
		end += len(strings.TrimRight(c.src.text[end:line], " \t\r\n"))
	}
	text := c.src.text[c.src.tokens[first].Start:end]
	return indent + strings.ReplaceAll(text, "\n"+old, "\n"+indent) + c.src.newline()
}

func (c *cFix) done(message string, edits ...rules.Edit) (rules.Fix, bool) {
	sortEdits(edits)
	return rules.Fix{Message: fmt.Sprintf(message, c.name, c.src.line(c.start(c.outer))), Edits: edits}, true
}
