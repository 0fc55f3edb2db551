package gofront

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// lowerer lowers one function, with the literals that are part of it.
type lowerer struct {
	u      *unit
	b      *ir.Builder
	depth  int                          // of inlining
	yields map[*ssa.Function]*rangeBody // loops over functions being lowered
	flags  []*ir.Var                    // of deferred calls, to be cleared at the start
}

// frame is one body being lowered into the function: its own, or that of a literal at the place where it is called.
type frame struct {
	*lowerer
	f      *ssa.Function
	syn    *syntax // of the package that holds f's source
	inline bool    // not the function's own body
	plan   *plan
	vals   map[ssa.Value]ir.Expr // parameters, captured variables and temporaries
	tuples map[ssa.Value][]ir.Expr
	vars   map[*ssa.Alloc]*ir.Var
	copies map[token.Pos]*ir.Var // source variables by declaration: a loop variable has a cell per pass
	// known holds what is known at lowering time and needs no cell: function values and cgo's temporaries.
	known     map[ssa.Value]operand
	callbacks map[*ssa.Parameter]*closure // of a variant
	blocks    map[*ssa.BasicBlock]*ir.Block
	loops     map[*ssa.BasicBlock]ir.Pos
	ranges    *ranges
	ret       func(r *ssa.Return)
	defers    *defers
	callAt    ir.Pos // position of calls in code that cgo generated
	yield     *yieldFrame
	caller    *frame // of a body lowered in place
	calledBy  *site
}

// operand is a value together with the frame it belongs to, so that functions can be resolved through it.
type operand struct {
	x  ir.Expr
	v  ssa.Value
	in *frame
}

// function lowers a function, or returns nil when that fails; the fault is recorded.
func (u *unit) function(v *variant) (fn *ir.Func) {
	f := v.f
	defer func() {
		if r := recover(); r != nil {
			fn = nil
			u.pr.fault(u, f, r)
		}
	}()
	owner := u.pr.unitOf(f)
	fn = &ir.Func{Name: v.name, Display: displayName(f), Pos: owner.syn.pos(f.Pos()), NumRes: f.Signature.Results().Len(),
		Exported: exported(f) && v.args == nil, Main: entry(f), External: owner.pkg.External}
	lo := &lowerer{u: u, b: ir.NewBuilder(fn), yields: map[*ssa.Function]*rangeBody{}}
	fr := lo.newFrame(f, owner.syn)
	for _, fv := range f.FreeVars {
		fr.vals[fv] = ir.Value(fr.param(fv.Name(), fv.Pos(), fv.Type()))
	}
	for _, p := range f.Params {
		fr.vals[p] = ir.Value(fr.param(p.Name(), p.Pos(), p.Type()))
	}
	fr.bindCallbacks(v)
	fr.ret = func(r *ssa.Return) {
		lo.b.End(&ir.Return{Vals: fr.results(r), Pos: fr.syn.pos(r.Pos())})
	}
	entry := lo.b.Cur
	fr.body()
	lo.clearFlags(entry)
	return lo.b.Finish()
}

func (pr *program) fault(u *unit, f *ssa.Function, r any) {
	pos := pr.fset.Position(f.Pos())
	pr.faults = append(pr.faults, Incomplete{File: pos.Filename, Errors: 1,
		First: fmt.Sprintf("lowering %s: %v", f.Name(), r)})
	if debug {
		panic(r)
	}
}

func (fr *frame) param(name string, at token.Pos, t types.Type) *ir.Var {
	v := fr.b.AddParam(name, fr.syn.pos(at))
	fr.describe(v, t)
	return v
}

func (lo *lowerer) describe(v *ir.Var, t types.Type) {
	v.Type = types.TypeString(t, types.RelativeTo(lo.u.pkg.Types))
	_, v.Array = under(t).(*types.Array)
}

func (lo *lowerer) newFrame(f *ssa.Function, syn *syntax) *frame {
	fr := &frame{lowerer: lo, f: f, syn: syn, plan: newPlan(f), vals: map[ssa.Value]ir.Expr{}, tuples: map[ssa.Value][]ir.Expr{},
		vars: map[*ssa.Alloc]*ir.Var{}, copies: map[token.Pos]*ir.Var{}, known: map[ssa.Value]operand{}, callbacks: map[*ssa.Parameter]*closure{}, blocks: map[*ssa.BasicBlock]*ir.Block{},
		loops: syn.loops(f), ranges: findRanges(f)}
	fr.defers = fr.findDefers()
	return fr
}

// results are the values of a return statement; closures returned take the captured variables out of sight.
func (fr *frame) results(r *ssa.Return) []ir.Expr {
	out := make([]ir.Expr, len(r.Results))
	for i, v := range r.Results {
		fr.escapeClosure(v, r.Pos())
		out[i] = fr.expr(v)
	}
	return out
}

// body lowers every block. The current block of the builder is where the body starts.
func (fr *frame) body() {
	if len(fr.f.Blocks) == 0 {
		return
	}
	order := fr.reachable()
	fr.blocks[order[0]] = fr.b.Cur // nothing jumps to the entry
	for i, b := range order {
		if i > 0 {
			fr.b.SetBlock(fr.irBlock(b))
		}
		fr.block(b)
	}
}

// reachable lists the blocks that the entry reaches, in their order; the recover block is none of them.
func (fr *frame) reachable() []*ssa.BasicBlock {
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.Succs {
			visit(s)
		}
	}
	visit(fr.f.Blocks[0])
	var out []*ssa.BasicBlock
	for _, b := range fr.f.Blocks {
		if seen[b] {
			out = append(out, b)
		}
	}
	return out
}

func (fr *frame) irBlock(b *ssa.BasicBlock) *ir.Block {
	blk := fr.blocks[b]
	if blk == nil {
		blk = fr.b.NewBlock()
		if fr.ranges.header(b) == nil {
			blk.Loop = fr.loopPos(b)
		}
		fr.blocks[b] = blk
	}
	return blk
}

func (fr *frame) block(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		fr.instr(in)
	}
}

// edge returns the block that control goes to from b to succ, with the assignments that the edge makes.
func (fr *frame) edge(b, succ *ssa.BasicBlock) *ir.Block {
	to := fr.irBlock(succ)
	if latch := fr.ranges.latch(b, succ); latch != nil {
		return fr.step(latch, to)
	}
	phis := fr.phis(succ)
	if len(phis) == 0 {
		return to
	}
	cur := fr.b.Cur
	blk := fr.b.NewBlock()
	fr.b.SetBlock(blk)
	i := predIndex(b, succ)
	vals := make([]ir.Expr, len(phis))
	for k, phi := range phis {
		vals[k] = fr.expr(phi.Edges[i])
	}
	fr.assignPhis(phis, vals)
	fr.b.Jump(to)
	fr.b.SetBlock(cur)
	return blk
}

// assignPhis assigns all phis at once: where one reads another, the old value is kept first.
func (fr *frame) assignPhis(phis []*ssa.Phi, vals []ir.Expr) {
	for k := range phis {
		for j := range phis {
			if j < k && mentions(vals[k], fr.phiVar(phis[j])) {
				t := fr.b.AddTemp()
				fr.b.Emit(&ir.Assign{Dst: ir.VarPath(t), Src: vals[k]})
				vals[k] = ir.Value(t)
			}
		}
	}
	// Copies to fresh temporaries come first, so that no phi is overwritten before it is read.
	for k, phi := range phis {
		fr.b.Emit(&ir.Assign{Dst: ir.VarPath(fr.phiVar(phi)), Src: vals[k], Pos: fr.syn.pos(phi.Pos())})
	}
}

func (fr *frame) phis(b *ssa.BasicBlock) []*ssa.Phi {
	var out []*ssa.Phi
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if fr.merged(phi) == nil && len(uses(phi)) > 0 {
			out = append(out, phi)
		}
	}
	return out
}

// phiVar is the variable that holds a phi.
func (fr *frame) phiVar(phi *ssa.Phi) *ir.Var {
	if e, ok := fr.vals[phi]; ok {
		return e.(ir.Load).Path.Root
	}
	v := fr.tempVar(phi.Comment, phi.Type())
	fr.vals[phi] = ir.Value(v)
	return v
}

// tempVar makes a temporary, or a variable where the source has a name for it.
func (lo *lowerer) tempVar(name string, t types.Type) *ir.Var {
	var v *ir.Var
	if name == "" || !token.IsIdentifier(name) {
		v = lo.b.AddTemp()
	} else {
		v = lo.b.AddLocal(name, ir.Pos{})
	}
	lo.describe(v, t)
	return v
}

func predIndex(b, succ *ssa.BasicBlock) int {
	for i, p := range succ.Preds {
		if p == b {
			return i
		}
	}
	return 0
}

// mentions reports whether an expression reads a variable.
func mentions(e ir.Expr, v *ir.Var) bool { return slices.Contains(ir.Vars(e), v) }
