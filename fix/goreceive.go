package fix

import (
	"go/ast"
	"strings"

	"mpivet/rules"
)

// preallocating are the receives of github.com/sbromberger/gompi that make their slice, with the element type, the datatype that the
// package counts in, and the receive that fills a slice.
var preallocating = map[string]struct{ elem, datatype, twin string }{
	"RecvBytes":       {"byte", "Byte", "RecvPreallocBytes"},
	"RecvUint32s":     {"uint32", "Uint", "RecvPreallocUint32s"},
	"RecvUInt32s":     {"uint32", "Uint", "RecvPreallocUInt32s"},
	"RecvInt32s":      {"int32", "Int", "RecvPreallocInt32s"},
	"RecvUint64s":     {"uint64", "Ulong", "RecvPreallocUint64s"},
	"RecvUInt64s":     {"uint64", "Ulong", "RecvPreallocUInt64s"},
	"RecvInt64s":      {"int64", "Long", "RecvPreallocInt64s"},
	"RecvFloat64s":    {"float64", "Double", "RecvPreallocFloat64s"},
	"RecvComplex128s": {"complex128", "Complex", "RecvPreallocComplex128s"},
}

const gompi = `"github.com/sbromberger/gompi"`

// receive asks for the length first, as the receive that makes a slice does, and fills a slice that is kept and grown.
func (g *goFix) receive(sel *ast.SelectorExpr) (rules.Fix, bool) {
	twin, known := preallocating[sel.Sel.Name]
	pkg := g.importName()
	if !known || pkg == "" || len(g.call.Args) != 2 || len(g.at.Lhs) != 2 || !simpleExpr(sel.X) {
		return rules.Fix{}, false
	}
	for _, a := range g.call.Args {
		if !simpleExpr(a) && !negative(a) {
			return rules.Fix{}, false
		}
	}
	probed, length := g.fresh("probed"), g.fresh("length")
	if probed == "" || length == "" {
		return rules.Fix{}, false
	}
	text := func(n ast.Node) string { return g.src.text[g.offset(n.Pos()):g.offset(n.End())] }
	comm, name := text(sel.X), g.name.Name
	status := text(g.at.Lhs[1]) + " := "
	if text(g.at.Lhs[1]) == "_" {
		status = ""
	}
	indent, alone := g.src.indent(g.offset(g.at.Pos()))
	if !alone {
		return rules.Fix{}, false
	}
	lines := []string{
		probed + " := " + comm + ".Probe(" + text(g.call.Args[0]) + ", " + text(g.call.Args[1]) + ")",
		length + " := " + probed + ".GetCount(" + pkg + "." + twin.datatype + ")",
		"if " + length + " > cap(" + name + ") {",
		"\t" + name + " = make([]" + twin.elem + ", " + length + ")",
		"}",
		name + " = " + name + "[:" + length + "]",
		status + comm + "." + twin.twin + "(" + name + ", " + probed + ".GetSource(), " + probed + ".GetTag())",
	}
	return g.done("keep %q across the passes of the loop at line %d and receive with "+twin.twin,
		g.before("var "+name+" []"+twin.elem),
		g.src.replace(g.offset(g.at.Pos()), g.offset(g.at.End()), strings.Join(lines, g.src.newline()+indent)))
}

// negative reports whether an expression is a negative number or name.
func negative(e ast.Expr) bool {
	u, ok := e.(*ast.UnaryExpr)
	return ok && simpleExpr(u.X)
}

// importName is the name that the file knows the binding by, or nothing.
func (g *goFix) importName() string {
	for _, i := range g.file.Imports {
		if i.Path.Value != gompi {
			continue
		}
		if i.Name == nil {
			return "mpi"
		}
		if i.Name.Name != "." && i.Name.Name != "_" {
			return i.Name.Name
		}
	}
	return ""
}

// fresh returns a name that the function does not use, or nothing.
func (g *goFix) fresh(name string) string {
	for _, try := range []string{name, "msg" + strings.ToUpper(name[:1]) + name[1:]} {
		if !mentions(g.fn, try) {
			return try
		}
	}
	return ""
}
