//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// shape returns the type of an expression. Where it depends on a template's parameters, and libclang has none, it is
// deduced from the parts.
func (f *fn) shape(n *node) *shape {
	if s := f.shapes[n]; s != nil {
		return s
	}
	s := f.u.shapeOf(n.info().t)
	if s.classKind() == opaqueClass && s.isClass() && n.kind == gc.Cursor_UnexposedExpr && len(n.kids) == 1 {
		// An object as one of its library's internal base classes.
		if d := f.shape(n.kids[0]); d.modelled(f.u) != nil {
			s = d
		}
	}
	if s.kind == unknownShape {
		f.shapes[n] = unknown // ends a recursion through a damaged tree
		if d := f.deduce(n); d != nil {
			s = d
		}
	}
	f.shapes[n] = s
	return s
}

func (f *fn) deduce(n *node) *shape {
	e := n.exprs()
	switch n.kind {
	case gc.Cursor_ParenExpr, gc.Cursor_UnexposedExpr:
		if len(e) == 1 {
			return f.shape(e[0])
		}
	case gc.Cursor_DeclRefExpr:
		return f.declShape(n.c.Referenced())
	case gc.Cursor_MemberRefExpr:
		return f.memberShape(n)
	case gc.Cursor_ArraySubscriptExpr:
		if len(e) == 2 {
			return f.indexedShape(f.shape(e[0]))
		}
	case gc.Cursor_CallExpr:
		return f.callShape(n)
	case gc.Cursor_UnaryOperator:
		if len(e) == 1 {
			return f.unaryShape(n, e[0])
		}
	case gc.Cursor_BinaryOperator, gc.Cursor_CompoundAssignOperator:
		if len(e) == 2 {
			return f.binaryShape(n, e)
		}
	case gc.Cursor_ConditionalOperator:
		if len(e) == 3 {
			return f.shape(e[1])
		}
	case gc.Cursor_CXXNewExpr:
		return pointerShapeTo(unknown)
	}
	return nil
}

// declShape is the type of a name.
func (f *fn) declShape(d clang.Cursor) *shape {
	if s := f.autos[keyOf(d)]; s != nil {
		return s
	}
	if f.outer != nil {
		return f.outer.declShape(d)
	}
	return nil
}

// object returns the object whose member n names, nil for a member of this, and the object's type.
func (f *fn) object(n *node) (base *node, s *shape, arrow bool) {
	e := n.exprs()
	if len(e) == 0 {
		return nil, f.selfShape(), false
	}
	s = f.shape(e[0])
	if s.isPointer() {
		return e[0], s.pointee(f.u), true
	}
	return e[0], s, false
}

// selfShape is the type of *this.
func (f *fn) selfShape() *shape {
	for g := f; g != nil; g = g.outer {
		if g.info.cxx != nil && g.info.cxx.member {
			return f.u.patternShape(g.info.cxx.class)
		}
	}
	return unknown
}

// memberName is the name of the member that n accesses: a dependent one has none in the tree.
func (f *fn) memberText(n *node) string {
	if s := n.c.Spelling(); s != "" {
		return s
	}
	return lastName(f.u.text(n))
}

// lastName is the identifier at the end of an expression's text, template arguments apart.
func lastName(text string) string {
	end := len(text)
	if end > 0 && text[end-1] == '>' {
		depth := 0
		for i := end - 1; i >= 0; i-- {
			if text[i] == '>' && (i == 0 || text[i-1] != '-') {
				depth++
			} else if text[i] == '<' {
				if depth--; depth == 0 {
					end = i
					break
				}
			}
		}
	}
	for end > 0 && !isIdentByte(text[end-1]) {
		end--
	}
	start := end
	for start > 0 && isIdentByte(text[start-1]) {
		start--
	}
	return text[start:end]
}

func (f *fn) memberShape(n *node) *shape {
	_, s, _ := f.object(n)
	if !s.isClass() {
		return nil
	}
	if m, ok := s.class.field(f.u, f.memberText(n)); ok {
		return m.s
	}
	return nil
}

// indexedShape is the type of x[i].
func (f *fn) indexedShape(s *shape) *shape {
	if s.isPointer() || s.kind == arrayShape {
		return s.pointee(f.u)
	}
	m := s.modelled(f.u)
	if m == nil {
		return nil
	}
	if m.class.kind == mapClass && len(m.class.args) > 1 {
		return m.class.args[1]
	}
	return m.class.element()
}

func (f *fn) unaryShape(n, x *node) *shape {
	s := f.shape(x)
	switch f.unaryOp(n) {
	case "&":
		return pointerShapeTo(s)
	case "*":
		if m := s.modelled(f.u); m != nil {
			return m.class.element()
		}
		return s.pointee(f.u)
	case "!":
		return scalar
	}
	return s
}

func (f *fn) binaryShape(n *node, e []*node) *shape {
	x, y := f.shape(e[0]), f.shape(e[1])
	switch op := f.binaryOp(n); op {
	case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
		return scalar
	case "+", "-":
		switch {
		case x.isPointer() && y.isPointer():
			return scalar
		case x.kind == arrayShape:
			return pointerShapeTo(x.pointee(f.u))
		case y.isPointer():
			return y
		}
	case ",":
		return y
	}
	return x
}

// callShape is the type of a call's result.
func (f *fn) callShape(n *node) *shape {
	e := n.exprs()
	if len(e) == 0 {
		return nil
	}
	callee := e[0].bare()
	switch callee.kind {
	case gc.Cursor_MemberRefExpr:
		_, s, _ := f.object(callee)
		return f.methodShape(s, f.memberText(callee))
	case gc.Cursor_DeclRefExpr:
		if d, ok := f.candidate(callee, len(e)-1); ok {
			return f.resultShape(d, e[1:])
		}
	}
	return nil
}

// methodShape is the type of s.name().
func (f *fn) methodShape(s *shape, name string) *shape {
	if m := s.modelled(f.u); m != nil {
		switch name {
		case "data", "c_str", "begin", "end", "cbegin", "cend", "rbegin", "find", "get", "release", "insert", "erase":
			return pointerShapeTo(m.class.element())
		case "front", "back", "at", "value", "operator[]", "operator*":
			return f.indexedShape(m)
		case "size", "length", "empty", "capacity", "count", "has_value":
			return scalar
		}
	}
	if !s.isClass() {
		return nil
	}
	for _, d := range s.class.method(f.u, name) {
		return f.u.shapeIn(d.Type().ResultType(), s.class.env())
	}
	return nil
}

// resultShape is the type of a call of a function that is known by its template alone.
func (f *fn) resultShape(d clang.Cursor, args []*node) *shape {
	switch d.Spelling() {
	case "move", "forward", "as_const", "ref", "cref":
		if len(args) == 1 {
			return f.shape(args[0])
		}
	case "data", "begin", "end", "addressof":
		if len(args) == 1 {
			return f.methodShape(f.shape(args[0]), d.Spelling())
		}
	}
	return f.u.shapeOf(d.Type().ResultType())
}
