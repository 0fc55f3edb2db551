package gofront

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// origin returns the function as written: the generic one for an instance, itself otherwise.
func origin(f *ssa.Function) *ssa.Function {
	if o := f.Origin(); o != nil {
		return o
	}
	return f
}

// funcName is the name of a function in ir: go/ssa's full name of the function as written.
func funcName(f *ssa.Function) string { return origin(f).String() }

// fullName is the name of a function or method with its import path: "slices.Clone", "(*bytes.Buffer).Write".
func fullName(obj types.Object) string {
	if f, ok := obj.(*types.Func); ok {
		return f.Origin().FullName()
	}
	if obj.Pkg() != nil {
		return obj.Pkg().Path() + "." + obj.Name()
	}
	return obj.Name()
}

// displayName is the name as a reader knows it: "exchange", "(*Grid).step"; a literal has the name of the function around.
func displayName(f *ssa.Function) string {
	for f.Parent() != nil {
		f = f.Parent()
	}
	obj, ok := f.Object().(*types.Func)
	if !ok {
		return f.Name()
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return obj.Name()
	}
	t := types.Unalias(recv.Type())
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	name := types.TypeString(t, func(*types.Package) string { return "" })
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i]
	}
	if star == "" {
		return name + "." + obj.Name()
	}
	return "(*" + name + ")." + obj.Name()
}

// exported reports whether code of other packages can call f by name.
func exported(f *ssa.Function) bool {
	obj, ok := f.Object().(*types.Func)
	return ok && f.Parent() == nil && obj.Exported() && obj.Pkg() != nil && obj.Pkg().Name() != "main"
}

// entry reports whether the runtime or the test driver calls f, once.
func entry(f *ssa.Function) bool {
	if f.Parent() != nil || f.Signature.Recv() != nil || f.Pkg == nil {
		return false
	}
	name := f.Name()
	if name == "init" || strings.HasPrefix(name, "init#") || name == "main" && f.Pkg.Pkg.Name() == "main" {
		return true
	}
	for _, prefix := range []string{"Test", "Example"} {
		if strings.HasPrefix(name, prefix) && strings.HasSuffix(f.Prog.Fset.Position(f.Pos()).Filename, "_test.go") {
			return true
		}
	}
	return false
}
