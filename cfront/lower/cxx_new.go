//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// newParts are the parts of a new-expression.
type newParts struct {
	placement []*node
	count     *node // of an array
	init      *node
	array     bool
}

// newExpr lowers new into dst.
func (f *fn) newExpr(n *node, dst ir.Path, name string) {
	p := f.newParts(n)
	elem := f.shape(n).pointee(f.u)
	pos := f.u.pos(n)
	if len(p.placement) > 0 && !f.isAllocating(p.placement) {
		f.set(dst, f.value(p.placement[0]), pos)
		f.evaluateRest(p.placement, 1)
	} else {
		f.evaluateAll(p.placement)
		f.b.Emit(f.newAcquire(p, elem, dst, name, pos))
	}
	switch {
	case p.array:
		if p.init != nil && elem.isClass() {
			f.construct(spot{dst: f.deref(loadOf(dst)).Elem(nil), s: elem, name: name, pos: pos}, p.init)
		}
	case elem.isClass():
		o := spot{dst: dst.Deref(), s: elem, name: name, pos: pos}
		if p.init != nil {
			f.construct(o, p.init)
		} else {
			f.constructArgs(o, nil, nil)
		}
	case p.init != nil:
		f.initMember(spot{dst: dst.Deref(), s: elem, pos: pos}, member{s: elem}, p.init)
	}
}

func (f *fn) newAcquire(p newParts, elem *shape, dst ir.Path, name string, pos ir.Pos) *ir.Acquire {
	acq := &ir.Acquire{Dst: dst, How: "new", Name: name, Pos: pos, Elem: elem.size}
	if !p.array {
		if elem.size > 0 {
			acq.Size = ir.Const{V: elem.size}
		}
		return acq
	}
	acq.How = "new[]"
	if p.count != nil {
		if n := f.value(p.count); elem.size > 0 {
			acq.Size = binary("*", n, ir.Const{V: elem.size})
		}
	}
	return acq
}

// isAllocating reports whether arguments between new and the type go to an allocating new, as std::nothrow does.
func (f *fn) isAllocating(placement []*node) bool {
	s := f.shape(placement[0])
	if s.isPointer() || s.kind == arrayShape || s.kind == unknownShape {
		return false
	}
	return true
}

// newParts tells the parts of new apart by the text: the arguments before the type are in parentheses, the number of
// elements in brackets, the initialiser in parentheses or braces.
func (f *fn) newParts(n *node) newParts {
	var p newParts
	e := f.u.extent(n)
	text := e.src.bytes()
	e0 := strings.Index(e.src.slice(e.start, max(e.end, e.start)), "new")
	kids := n.exprs()
	if e0 < 0 {
		return f.guessParts(n, kids)
	}
	at := skipBlank(text, e.start+e0+len("new"))
	if at < len(text) && text[at] == '(' {
		end := closingBracket(text, at)
		for len(kids) > 0 && f.u.extent(kids[0]).start > at && f.u.extent(kids[0]).start < end {
			p.placement = append(p.placement, kids[0])
			kids = kids[1:]
		}
		if len(p.placement) > 0 {
			at = end + 1
		}
	}
	open := findOpen(text, at, e.end)
	if open >= 0 && text[open] == '[' {
		p.array = true
		end := closingBracket(text, open)
		if len(kids) > 0 && f.u.extent(kids[0]).start > open && f.u.extent(kids[0]).start < end {
			p.count = kids[0]
			kids = kids[1:]
		}
	}
	if len(kids) > 0 {
		p.init = kids[len(kids)-1]
	}
	return p
}

// guessParts tells the parts of a new in a macro's body apart by their types.
func (f *fn) guessParts(n *node, kids []*node) newParts {
	var p newParts
	for _, k := range kids {
		switch s := f.shape(k); {
		case p.count == nil && s.kind == scalarShape && k.info().isInteger() && k.info().size() == 8 && k.kind == gc.Cursor_UnexposedExpr:
			p.count, p.array = k, true
		default:
			p.init = k
		}
	}
	return p
}

// closingBracket returns the offset of the bracket that closes the one at i.
func closingBracket(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'':
			i = skipQuoted(text, i)
		}
	}
	return len(text)
}

// findOpen returns the offset of the first bracket behind a type's name, template arguments apart; -1 if there is none.
func findOpen(text string, i, end int) int {
	angle := 0
	for ; i < len(text) && i < end; i++ {
		switch text[i] {
		case '<':
			angle++
		case '>':
			angle--
		case '(', '{', '[':
			if angle <= 0 {
				return i
			}
			i = closingBracket(text, i)
		}
	}
	return -1
}

// deleteExpr lowers delete and delete[].
func (f *fn) deleteExpr(n *node) {
	e := n.exprs()
	if len(e) == 0 {
		return
	}
	x := e[len(e)-1]
	pos := f.u.pos(n)
	how := "delete"
	text := f.u.text(n)
	if i := strings.Index(text, "delete"); i >= 0 && strings.HasPrefix(strings.TrimSpace(text[i+len("delete"):]), "[") {
		how = "delete[]"
	}
	v := f.value(x)
	elem := f.shape(x).pointee(f.u)
	if elem.owns(f.u) {
		f.deleteObject(f.deref(v), elem, how, pos)
	}
	f.b.Emit(&ir.Release{Val: v, How: how, Pos: pos})
}

// deleteObject destroys what a deleted pointer points to; with a virtual destructor, that of any known derived class
// may run.
func (f *fn) deleteObject(p ir.Path, elem *shape, how string, pos ir.Pos) {
	if how == "delete[]" {
		f.destroy(p.Elem(nil), elem, how, pos)
		return
	}
	if elem.isPlain() && elem.class.load(f.u).hasDtor {
		info := f.u.funcInfo(elem.class.dtor)
		if over := f.u.overriders[info.name]; len(over) > 0 || elem.class.dtor.CXXMethod_IsVirtual() {
			out := &ir.Call{Name: info.display, Args: []ir.Expr{addrOf(p)}, Pos: pos, Callees: []string{info.name}, Virtual: true}
			for _, o := range over {
				out.Callees = append(out.Callees, o.name)
			}
			f.b.Emit(out)
			return
		}
	}
	f.destroy(p, elem, how, pos)
}
