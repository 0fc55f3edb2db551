//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// cxxPrologue lowers what happens before a body: the initialisers of a constructor. It also makes what parameters and a
// destructor's object own die when the function is left.
func (f *fn) cxxPrologue() {
	if !f.u.cxx || f.info.cxx == nil {
		return
	}
	f.enter(f.root)
	f.ownParams()
	x := f.info.cxx
	if !x.member {
		return
	}
	kind := f.root.kind
	if kind == gc.Cursor_FunctionTemplate {
		kind = f.root.c.TemplateCursorKind()
	}
	switch kind {
	case gc.Cursor_Constructor:
		f.constructorInits()
	case gc.Cursor_Destructor:
		s := f.selfShape()
		pos := f.u.namePos(f.root.c)
		f.atExit(func() {
			if s.isPlain() {
				f.destroyParts(f.self(), s, scopeExit, pos)
			}
		})
	}
}

// cxxEpilogue runs at the end of a body.
func (f *fn) cxxEpilogue() {
	if f.u.cxx && f.info.cxx != nil {
		f.unwind(0)
		f.scopes = nil
	}
}

// written are the initialisers that a constructor names.
type written struct {
	members map[declKey]*node
	names   map[string]*node
	bases   []baseInit
}

type baseInit struct {
	t    clang.Cursor // the type's reference
	init *node
}

// initialisersOf pairs the names before a constructor's body with the expressions behind them.
func (f *fn) initialisersOf() written {
	w := written{members: map[declKey]*node{}, names: map[string]*node{}}
	var ref *node
	for _, k := range f.root.kids {
		switch {
		case k.kind == gc.Cursor_MemberRef || k.kind == gc.Cursor_TypeRef || k.kind == gc.Cursor_TemplateRef:
			if ref == nil || k.kind != gc.Cursor_TypeRef || ref.kind != gc.Cursor_TemplateRef || f.apart(ref, k) {
				ref = k
			}
		case k.isExpr() && ref != nil:
			if ref.kind == gc.Cursor_MemberRef {
				w.members[keyOf(ref.c.Referenced())] = k
				w.names[ref.c.Spelling()] = k
			} else {
				w.bases = append(w.bases, baseInit{ref.c, k})
			}
			ref = nil
		}
	}
	return w
}

// apart reports whether the parameters stand between two names: they are not of one type.
func (f *fn) apart(a, b *node) bool {
	x, y := f.u.extent(a), f.u.extent(b)
	return x.src != y.src || strings.Contains(x.src.slice(x.end, y.start), ")")
}

// constructorInits lowers the initialisation of bases and members.
func (f *fn) constructorInits() {
	s := f.selfShape()
	if !s.isPlain() {
		return
	}
	w := f.initialisersOf()
	self := f.self()
	o := spot{dst: self, s: s, pos: f.u.namePos(f.root.c)}
	if f.delegates(w, s) {
		f.construct(o, w.bases[0].init)
		return
	}
	c := s.class.load(f.u)
	for i, b := range c.bases {
		f.initBase(o, b, i, len(c.bases), w)
	}
	for i := range c.members {
		m := &c.members[i]
		p := self.Field(m.name)
		init := w.members[keyOf(m.decl)]
		if init == nil {
			init = w.names[m.name]
		}
		mark := len(f.temps)
		if init != nil {
			f.initMember(spot{dst: p, s: m.s, name: m.name, pos: f.u.pos(init)}, *m, init)
		} else {
			f.initPart(spot{dst: self, s: s, pos: o.pos}, p, m.s, m)
		}
		f.destroyTemps(mark)
	}
}

// delegates reports whether a constructor leaves everything to another of its class.
func (f *fn) delegates(w written, s *shape) bool {
	if len(w.bases) != 1 {
		return false
	}
	d := w.bases[0].t.Referenced()
	return plainName(d.Spelling()) == plainName(f.info.cxx.class.Spelling())
}

// initBase lowers the initialisation of a base.
func (f *fn) initBase(o spot, b *shape, i, n int, w written) {
	if !b.isClass() {
		return
	}
	for j, init := range w.bases {
		same := f.u.qualifiedName(init.t.Referenced()) == b.class.name
		if same || len(w.bases) == n && i == j {
			mark := len(f.temps)
			f.construct(spot{dst: o.dst, s: b, pos: f.u.pos(init.init)}, init.init)
			f.destroyTemps(mark)
			return
		}
	}
	f.constructArgs(spot{dst: o.dst, s: b, pos: o.pos}, nil, nil)
}

// memberInit returns the default initialiser of a member, nil if it has none.
func (f *fn) memberInit(m member) *node {
	if m.decl.Kind() != gc.Cursor_FieldDecl {
		return nil
	}
	n := f.tree(m.decl)
	e := n.exprs()
	if len(e) == 0 || m.decl.IsBitField() {
		return nil
	}
	t := infoOf(m.decl.Type())
	if t.isArray() {
		// The size is an expression too.
		if last := e[len(e)-1]; isList(last) == nil {
			return nil
		}
	}
	return e[len(e)-1]
}
