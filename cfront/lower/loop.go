//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// keyword returns the position of the word that starts a statement.
func (f *fn) keyword(n *node) ir.Pos {
	p := f.u.pos(n)
	e := f.u.extent(n)
	p.EndLine, p.EndCol = 0, 0
	if word := e.src.identAt(e.start); word != "" {
		p.EndLine, p.EndCol = p.Line, p.Col+len(word)
	}
	return p
}

// header opens the block that a loop comes back to.
func (f *fn) header(n *node) *ir.Block {
	h := f.b.NewBlock()
	h.Loop = f.keyword(n)
	f.b.Jump(h)
	f.b.SetBlock(h)
	return h
}

func (f *fn) whileStmt(n *node) {
	head := f.header(n)
	leave := f.enter(n)
	kids := f.cxxCondition(n, n.kids)
	if len(kids) < 2 {
		f.parts(kids)
		leave()
		return
	}
	body, after, out := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	f.cond(kids[0], body, out)
	f.b.SetBlock(body)
	pop := f.push(target{brk: out, cont: after})
	f.scoped(kids[1])
	pop()
	// The variable of a C++ condition dies at the end of each pass and when the loop is left.
	f.b.Jump(after)
	f.b.SetBlock(after)
	f.unwind(len(f.scopes) - 1)
	f.b.Jump(head)
	f.b.SetBlock(out)
	leave()
}

func (f *fn) doStmt(n *node) {
	if len(n.kids) < 2 {
		f.parts(n.kids)
		return
	}
	body, cond := n.kids[0], n.kids[1]
	head, test, out := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	if v, ok := f.constant(cond); !ok || v != 0 {
		head.Loop = f.keyword(n)
	}
	f.b.Jump(head)
	f.b.SetBlock(head)
	pop := f.push(target{brk: out, cont: test})
	f.scoped(body)
	pop()
	f.b.Jump(test)
	f.b.SetBlock(test)
	f.cond(cond, head, out)
	f.b.SetBlock(out)
}

func (f *fn) forStmt(n *node) {
	p := f.forParts(n)
	leave := f.enter(n)
	if p.init != nil {
		f.stmt(p.init)
	}
	head := f.header(n)
	body, step, out := f.b.NewBlock(), f.b.NewBlock(), f.b.NewBlock()
	if p.cond != nil {
		f.cond(p.cond, body, out)
	} else {
		f.b.Jump(body)
	}
	f.b.SetBlock(body)
	pop := f.push(target{brk: out, cont: step})
	if p.body != nil {
		f.scoped(p.body)
	}
	pop()
	f.b.Jump(step)
	f.b.SetBlock(step)
	if p.inc != nil {
		f.fullExpr(func() { f.effect(p.inc) })
	}
	f.b.Jump(head)
	f.b.SetBlock(out)
	leave()
}

// forParts are the parts of a for statement; absent ones are nil.
type forParts struct{ init, cond, inc, body *node }

// forParts tells the parts apart. The tree leaves absent ones out, so with fewer than four the semicolons decide; in a
// macro's body, which has no positions, the form of the expressions does.
func (f *fn) forParts(n *node) forParts {
	var p forParts
	kids := n.kids
	if len(kids) == 0 {
		return p
	}
	p.body, kids = kids[len(kids)-1], kids[:len(kids)-1]
	if len(kids) >= 3 {
		p.init, p.cond, p.inc = kids[0], kids[len(kids)-2], kids[len(kids)-1]
		return p
	}
	semis, ok := f.forSemicolons(n)
	for i, k := range kids {
		part := 0
		if ok {
			at := f.u.extent(k).start
			for part < 2 && at > semis[part] {
				part++
			}
		} else {
			part = guessForPart(k, i, p)
		}
		*[...]**node{&p.init, &p.cond, &p.inc}[part] = k
	}
	return p
}

// guessForPart tells by its form which part of a for statement the expression k is.
func guessForPart(k *node, i int, p forParts) int {
	changes := k.kind == gc.Cursor_UnaryOperator || k.kind == gc.Cursor_CompoundAssignOperator || k.looksAssigned()
	switch {
	case k.kind == gc.Cursor_DeclStmt:
		return 0
	case i == 0 && k.looksAssigned():
		return 0
	case changes:
		return 2
	}
	return 1
}

// forSemicolons returns the offsets of the two semicolons in a for statement's head, if they are in the file.
func (f *fn) forSemicolons(n *node) (at [2]int, ok bool) {
	e := f.u.extent(n)
	if e.src.identAt(e.start) != "for" {
		return at, false
	}
	text := e.src.bytes()
	found, depth := 0, 0
	for i := e.start + len("for"); i < len(text); i++ {
		i = skipBlank(text, i)
		if i >= len(text) {
			break
		}
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth == 0 {
				return at, false
			}
		case '"', '\'':
			i = skipQuoted(text, i)
		case ';':
			if depth == 1 {
				at[found] = i
				if found++; found == 2 {
					return at, true
				}
			}
		}
	}
	return at, false
}

// skipQuoted returns the offset of the quote that ends the literal at i.
func skipQuoted(text string, i int) int {
	q := text[i]
	for i++; i < len(text) && text[i] != q && text[i] != '\n'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}
