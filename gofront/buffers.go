package gofront

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"mpivet/ir"
)

// bytes.Buffer and strings.Builder keep their bytes in the hidden field #data.

var bufferTypes = map[string]bool{"bytes.Buffer": true, "strings.Builder": true}

// isBuffer reports whether t is one of them, or a pointer to one.
func isBuffer(t types.Type) bool {
	n, ok := types.Unalias(derefType(t)).(*types.Named)
	return ok && n.Obj().Pkg() != nil && bufferTypes[n.Obj().Pkg().Path()+"."+n.Obj().Name()]
}

// newBuffer declares a buffer, which owns its bytes as a container does: what grows it later is no acquisition of its own.
func (fr *frame) newBuffer(cell ir.Path, t types.Type, name string, at ir.Pos) {
	how := types.TypeString(derefType(t), (*types.Package).Name)
	fr.b.Emit(&ir.Acquire{Dst: cell.Field("#data"), Kind: ir.Container, How: how, Elem: 1, Name: name, Pos: at})
}

// bufferCall lowers a method of a buffer.
func (fr *frame) bufferCall(s *site, name string) bool {
	recv := receiverType(s.obj)
	if recv == nil || !isBuffer(recv) || len(s.args) == 0 {
		return false
	}
	data := fr.pointee(s.args[0].x).Field("#data")
	switch s.obj.Name() {
	case "Write", "WriteString", "WriteByte", "WriteRune", "ReadFrom", "Grow":
		fr.b.Emit(&ir.Ensure{Dst: data, How: s.obj.Name(), Elem: 1, Name: bufferName(fr, s), Pos: s.pos})
		fr.unknownResults(s, 0)
	case "Bytes", "Next", "AvailableBuffer", "Peek":
		fr.setResult(s, 0, ir.Load{Path: data})
		fr.unknownResults(s, 1)
	case "String":
		if name == "(*strings.Builder).String" {
			fr.setResult(s, 0, ir.Load{Path: data})
		} else {
			fr.fresh(s, 0, "String")
		}
	case "Reset":
		if name == "(*strings.Builder).Reset" {
			fr.b.Emit(&ir.Assign{Dst: data, Src: ir.Null{}, Pos: s.pos}) // the builder drops its bytes, the buffer keeps them
		}
	default:
		fr.unknownResults(s, 0)
	}
	return true
}

func bufferName(fr *frame, s *site) string {
	if s.args[0].src == nil {
		return ""
	}
	return fr.syn.text(s.args[0].src)
}

// newWriter makes an object that writes to an argument: an encoder, or a buffer over a slice.
func (fr *frame) newWriter(s *site, n []int) {
	acq := fr.fresh(s, 0, shortName(s.obj))
	acq.Elem = 0
	if len(n) == 0 {
		return
	}
	obj := acq.Dst.Deref()
	if isBuffer(s.c.Signature().Results().At(0).Type()) {
		if s.args[n[0]].x == ir.Expr(ir.Null{}) {
			fr.newBuffer(obj, s.c.Signature().Results().At(0).Type(), acq.Name, acq.Pos)
		} else {
			fr.b.Emit(&ir.Assign{Dst: obj.Field("#data"), Src: s.args[n[0]].x, Pos: s.pos})
		}
		return
	}
	fr.b.Emit(&ir.Assign{Dst: obj.Field("#writer"), Src: s.args[n[0]].x, Pos: s.pos})
}

// receiverType is the type of the receiver of a method, without its pointer, or nil.
func receiverType(obj *types.Func) types.Type {
	if recv := obj.Signature().Recv(); recv != nil {
		return derefType(recv.Type())
	}
	return nil
}

// sink follows an encoder or writer to the bytes of the buffer that it was made over, as far as that shows in the function.
func (fr *frame) sink(v ssa.Value, depth int) (ir.Path, bool) {
	if w := writerUnder(v, depth); w != nil {
		return fr.pointee(fr.expr(w)).Field("#data"), true
	}
	return ir.Path{}, false
}

// sinkName is what the source calls that buffer.
func (fr *frame) sinkName(v ssa.Value) string {
	if a := baseAlloc(writerUnder(v, 0)); a != nil && fr.syn.vars[a.Pos()] {
		return a.Comment
	}
	return ""
}

// writerUnder returns the buffer under a chain of writers, or nil.
func writerUnder(v ssa.Value, depth int) ssa.Value {
	if v == nil || depth > 8 {
		return nil
	}
	v = boxed(v)
	if isBuffer(v.Type()) {
		return v
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok {
			return writerUnder(onlyValue(a), depth+1)
		}
	case *ssa.Extract:
		return writerUnder(v.Tuple, depth+1)
	case *ssa.Call:
		f := v.Call.StaticCallee()
		if f == nil || origin(f).Object() == nil {
			return nil
		}
		word, arg, _ := strings.Cut(stdEffects[fullName(origin(f).Object())], " ")
		if i, err := strconv.Atoi(arg); word == "writer" && err == nil && i < len(v.Call.Args) {
			return writerUnder(v.Call.Args[i], depth+1)
		}
	}
	return nil
}
