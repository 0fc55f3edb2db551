package gofront

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// A function that is handed known functions is lowered once for each choice of them, so that its calls of its parameters
// are calls of those functions. What they capture comes in as further parameters at the end.
type variant struct {
	f    *ssa.Function
	args map[int]*ssa.Function // by parameter
	name string
}

// maxVariantDepth bounds how often variants are made of variants.
const maxVariantDepth = 3

// callVariant calls f as it is with the functions among its arguments; it reports whether there are any.
func (fr *frame) callVariant(s *site, f *ssa.Function, captured []ir.Expr) bool {
	f = origin(f)
	owner := fr.u.pr.unitOf(f)
	if owner == nil || owner.broken || len(f.Blocks) == 0 || len(f.Params) != len(s.args) {
		return false
	}
	v := &variant{f: f, args: map[int]*ssa.Function{}}
	var names []string
	var extra []ir.Expr
	for i, a := range s.args {
		if !isFuncType(a.v.Type()) {
			continue
		}
		cl := a.in.closure(a.v)
		if cl == nil || !specialisable(cl) {
			continue
		}
		fn := origin(cl.fn)
		v.args[i] = fn
		names = append(names, fmt.Sprintf("%d=%s", i, funcName(fn)))
		for _, b := range cl.binds {
			extra = append(extra, b.value())
		}
	}
	v.name = funcName(f) + "<" + strings.Join(names, ",") + ">"
	if len(names) == 0 || strings.Count(v.name, "<") > maxVariantDepth {
		return false
	}
	fr.u.needVariant(v)
	args := append(append(append([]ir.Expr(nil), captured...), values(s.args)...), extra...)
	fr.b.Emit(&ir.Call{Callees: []string{v.name}, Name: s.name, Args: args, Dsts: fr.cells(s), Async: s.async, Pos: s.pos})
	return true
}

// specialisable reports whether calls of a function can be written down where its value has come in as an argument.
func specialisable(cl *closure) bool {
	f := origin(cl.fn)
	return len(f.Blocks) > 0 && f.Synthetic == "" && f.TypeParams().Len() == 0 && len(cl.binds) == len(f.FreeVars)
}

func (u *unit) needVariant(v *variant) {
	u.pr.specialised[funcName(v.f)] = true
	if u.variants[v.name] != nil {
		return
	}
	u.variants[v.name] = v
	u.variantQueue = append(u.variantQueue, v)
}

// bindCallbacks makes the parameters of a variant that are functions known, with what they capture as parameters.
func (fr *frame) bindCallbacks(v *variant) {
	for i, p := range fr.f.Params {
		fn := v.args[i]
		if fn == nil {
			continue
		}
		cl := &closure{fn: fn}
		for _, fv := range fn.FreeVars {
			x := fr.b.AddParam(fv.Name(), fr.syn.pos(fv.Pos()))
			fr.describe(x, fv.Type())
			cl.binds = append(cl.binds, operand{x: ir.Value(x)})
		}
		fr.callbacks[p] = cl
	}
}

// dropGeneral removes the functions that every caller has a variant of: nothing calls them as they are.
func (pr *program) dropGeneral(units []*ir.Unit) {
	called := map[string]bool{}
	for _, u := range units {
		for _, f := range u.Funcs {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if c, ok := in.(*ir.Call); ok {
						for _, name := range c.Callees {
							called[name] = true
						}
					}
				}
			}
		}
	}
	for _, u := range units {
		kept := u.Funcs[:0]
		for _, f := range u.Funcs {
			if !pr.specialised[f.Name] || called[f.Name] || f.Exported || f.AddrTaken || f.Main {
				kept = append(kept, f)
			}
		}
		u.Funcs = kept
	}
}
