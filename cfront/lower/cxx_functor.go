//go:build cgo

package lower

import (
	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/ir"
)

// A template may call what it is given for a parameter whose type is a template's parameter too. What the calls of the
// template in the unit give is collected, and such calls are completed at the end.

// paramKey is a parameter of a function.
type paramKey struct {
	fn    string
	index int
}

// functor is something that can be called: a function, or the operator() of an object.
type functor struct {
	name   string
	object bool
}

// paramCall is a call of a parameter.
type paramCall struct {
	key    paramKey
	call   *ir.Call
	object ir.Expr
}

// noteParamCall remembers a call of one of the function's own parameters of unknown type.
func (f *fn) noteParamCall(c *call, out *ir.Call) {
	if !f.loose || c.fn != nil || c.callee == nil || len(out.Callees) > 0 {
		return
	}
	x := c.callee.bare()
	if x.kind != gc.Cursor_DeclRefExpr || x.c.Referenced().Kind() != gc.Cursor_ParmDecl {
		return
	}
	key, i := keyOf(x.c.Referenced()), 0
	for _, k := range f.root.kids {
		if k.kind != gc.Cursor_ParmDecl {
			continue
		}
		if keyOf(k.c) == key {
			object := addrOf(f.declPath(x.c.Referenced()))
			f.u.paramCalls = append(f.u.paramCalls, paramCall{paramKey{f.info.name, i}, out, object})
			return
		}
		i++
	}
}

// noteFunctors remembers what a call of a template hands over that can be called.
func (f *fn) noteFunctors(c *call) {
	if c.fn == nil || c.fn.cxx == nil || !c.fn.cxx.template || c.fn.cxx.foreign {
		return
	}
	for i, a := range c.args {
		key := paramKey{c.fn.name, i}
		x := f.unwrapped(a)
		if f.lambdaIn(a) != nil {
			continue // see callClosures
		}
		if s := f.shape(x); s.isPlain() {
			for _, d := range s.class.method(f.u, "operator()") {
				f.u.addFunctor(key, functor{f.u.funcInfo(d).name, true})
			}
		} else if x.kind == gc.Cursor_DeclRefExpr && isFunction(x.c.Referenced()) {
			f.u.addFunctor(key, functor{f.u.funcInfo(x.c.Referenced()).name, false})
		}
	}
}

func (u *unit) addFunctor(key paramKey, fn functor) {
	for _, old := range u.functors[key] {
		if old == fn {
			return
		}
	}
	u.functors[key] = append(u.functors[key], fn)
}

// resolveParamCalls completes the calls of parameters whose values are all of one kind.
func (u *unit) resolveParamCalls() {
	for _, p := range u.paramCalls {
		list := u.functors[p.key]
		if len(list) == 0 || mixed(list) {
			continue
		}
		for _, fn := range list {
			p.call.Callees = append(p.call.Callees, fn.name)
		}
		if list[0].object {
			p.call.Args = append([]ir.Expr{p.object}, p.call.Args...)
		}
	}
}

func mixed(list []functor) bool {
	for _, fn := range list {
		if fn.object != list[0].object {
			return true
		}
	}
	return false
}
