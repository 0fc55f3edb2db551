//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
	"mpivet/ir"
)

// byValue stands for the copy of a capture until it is made.
var byValue = &ir.Var{Name: "copy"}

// captureList is what a lambda's brackets say.
type captureList struct {
	copies bool              // [=]
	mode   map[string]string // "&", "=", "init" or "&init" by name
}

// readCaptures reads the brackets that a lambda's text starts with.
func readCaptures(text string) captureList {
	list := captureList{mode: map[string]string{}}
	if !strings.HasPrefix(text, "[") {
		return list
	}
	for _, item := range splitTop(text[1:]) {
		name, init, hasInit := strings.Cut(item, "=")
		name = strings.TrimSpace(name)
		amp := strings.HasPrefix(name, "&")
		name = strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(name, "&")), "...")
		switch {
		case item == "=":
			list.copies = true
		case name == "":
		case hasInit && init != "" && amp:
			list.mode[name] = "&init"
		case hasInit:
			list.mode[name] = "init"
		case amp:
			list.mode[name] = "&"
		default:
			list.mode[name] = "="
		}
	}
	return list
}

// splitTop splits text at commas up to the bracket that closes it.
func splitTop(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
		case ')', '}':
			depth--
		case ']':
			if depth--; depth < 0 {
				return append(out, strings.TrimSpace(text[start:i]))
			}
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return out
}

// captures finds the variables of the enclosing function that a lambda uses.
func (f *fn) captures(n *node) []capture {
	list := readCaptures(f.u.text(n))
	w := &captureWalk{f: f, own: map[declKey]bool{}, uses: map[declKey]*freeUse{}}
	w.declared(n)
	for _, k := range n.kids {
		switch k.kind {
		case gc.Cursor_CompoundStmt:
			w.walk(k)
		case gc.Cursor_VariableRef:
			w.variable(k)
		}
	}
	var out []capture
	if w.this {
		out = append(out, capture{self: true, name: "this"})
	}
	seen := map[*ir.Var]bool{}
	for _, key := range w.order {
		u := w.uses[key]
		if c := f.closures[key]; c != nil {
			out = append(out, f.innerCaptures(c, w, seen)...)
			continue
		}
		out = append(out, f.captureOf(u, list))
	}
	return out
}

// innerCaptures is what a lambda needs to call another one that it captures.
func (f *fn) innerCaptures(c *closure, w *captureWalk, seen map[*ir.Var]bool) []capture {
	var out []capture
	for _, k := range c.caps {
		switch {
		case k.self:
			if !w.this {
				w.this = true
				out = append(out, k)
			}
		case k.copy != nil:
			if !seen[k.copy] && k.copy != byValue {
				seen[k.copy] = true
				k.inner = true
				out = append(out, k)
			}
		case w.uses[keyOf(k.decl)] == nil:
			w.uses[keyOf(k.decl)] = &freeUse{decl: k.decl}
			k.inner = false
			out = append(out, k)
		}
	}
	return out
}

// captureOf decides how a variable is handed to a lambda.
func (f *fn) captureOf(u *freeUse, list captureList) capture {
	k := capture{decl: u.decl, name: u.decl.Spelling()}
	t := infoOf(u.decl.Type())
	s := f.u.shapeOf(t.t)
	inline := s.isClass() || s.kind == arrayShape || s.kind == unknownShape
	switch mode := list.mode[k.name]; {
	case mode == "init" && u.outside:
		k.copy, k.addr = byValue, inline
		k.init = lastOf(f.tree(u.decl).exprs())
	case mode == "&init" && u.outside:
		k.copy = byValue
		k.init = lastOf(f.tree(u.decl).exprs())
	case mode == "=" || mode == "" && list.copies:
		k.copy, k.addr = byValue, inline
		if t.isReference() {
			k.copy, k.addr = nil, false
		}
	case t.isReference():
	default:
		k.addr = inline || u.written
	}
	return k
}

// freeUse is a variable from outside that a lambda uses.
type freeUse struct {
	decl    clang.Cursor
	written bool // perhaps
	outside bool // declared in the brackets of the lambda
}

// captureWalk collects the free variables of a lambda.
type captureWalk struct {
	f     *fn
	own   map[declKey]bool
	uses  map[declKey]*freeUse
	order []declKey
	this  bool
}

// declared notes what is declared below n.
func (w *captureWalk) declared(n *node) {
	for _, k := range n.kids {
		switch k.kind {
		case gc.Cursor_VarDecl, gc.Cursor_ParmDecl, gc.Cursor_UnexposedDecl:
			w.own[keyOf(k.c)] = true
		}
		w.declared(k)
	}
}

func (w *captureWalk) walk(n *node) {
	for _, k := range n.kids {
		switch k.kind {
		case gc.Cursor_DeclRefExpr:
			w.use(k, k.c.Referenced())
		case gc.Cursor_VariableRef:
			w.variable(k)
		case gc.Cursor_CXXThisExpr:
			w.this = true
		case gc.Cursor_MemberRefExpr:
			if len(k.exprs()) == 0 && w.f.hasSelf() {
				w.this = w.this || !isStaticMember(k.c.Referenced())
			}
		}
		w.walk(k)
	}
}

// variable notes a name in the brackets.
func (w *captureWalk) variable(k *node) {
	d := k.c.Referenced()
	if d.Kind() == gc.Cursor_VarDecl && w.f.vars[keyOf(d)] == nil && w.f.bindings[keyOf(d)].Root == nil {
		w.init(d)
	}
}

// init notes a capture with an initialiser: its variable is declared in the brackets.
func (w *captureWalk) init(d clang.Cursor) {
	key := keyOf(d)
	if w.uses[key] == nil && !w.own[key] {
		w.uses[key] = &freeUse{decl: d, outside: true}
		w.order = append(w.order, key)
	}
}

func (w *captureWalk) use(k *node, d clang.Cursor) {
	key := keyOf(d)
	switch d.Kind() {
	case gc.Cursor_FieldDecl:
		w.this = true
		return
	case gc.Cursor_VarDecl, gc.Cursor_ParmDecl:
		if d.HasVarDeclGlobalStorage() || d.HasVarDeclExternalStorage() {
			return
		}
	case gc.Cursor_UnexposedDecl:
		if w.f.bindings[key].Root == nil {
			return
		}
	default:
		return
	}
	if w.own[key] {
		return
	}
	u := w.uses[key]
	if u == nil {
		u = &freeUse{decl: d}
		w.uses[key] = u
		w.order = append(w.order, key)
	}
	if k.up == nil || k.up.kind != gc.Cursor_UnexposedExpr {
		u.written = true
	}
}

// hasSelf reports whether there is a this.
func (f *fn) hasSelf() bool { return len(f.selves) > 0 }

func isStaticMember(d clang.Cursor) bool {
	switch d.Kind() {
	case gc.Cursor_VarDecl, gc.Cursor_EnumConstantDecl:
		return true
	case gc.Cursor_CXXMethod:
		return d.CXXMethod_IsStatic()
	}
	return false
}

// captureArg is what a call of a lambda hands over for a capture.
func (f *fn) captureArg(k capture) ir.Expr {
	switch {
	case k.self:
		return addrOf(f.self())
	case k.copy != nil && k.handed:
		return ir.Value(k.copy)
	case k.copy != nil && k.addr:
		return ir.Addr{Path: ir.VarPath(k.copy)}
	case k.copy != nil:
		return ir.Value(k.copy)
	case infoOf(k.decl.Type()).isReference():
		if _, bound := f.bindings[keyOf(k.decl)]; !bound {
			return ir.Value(f.variable(k.decl))
		}
	}
	if k.addr {
		return addrOf(f.declPath(k.decl))
	}
	return loadOf(f.declPath(k.decl))
}
