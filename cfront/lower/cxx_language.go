//go:build cgo

package lower

import (
	"mpivet/cfront/clang"
	"mpivet/ir"
)

// The functions here are where C++ differs from C. Those that report a bool say whether they handled what they were
// given; the lowering of C goes on when they did not.

// cxxTopLevel lowers namespaces, classes and templates.
func (u *unit) cxxTopLevel(clang.Cursor) {}

// cxxFuncInfo completes what calls must know of a function: its mangled and its display name.
func (u *unit) cxxFuncInfo(clang.Cursor, *funcInfo) {}

// cxxGlobalName names a variable of external linkage.
func (u *unit) cxxGlobalName(_ clang.Cursor, name string) string { return name }

// cxxPrologue lowers what happens before a body: the initialisers of a constructor.
func (f *fn) cxxPrologue() {}

// cxxStmt lowers a statement.
func (f *fn) cxxStmt(*node) bool { return false }

// cxxCondition lowers the declaration in the head of if, while or switch and returns the other parts.
func (f *fn) cxxCondition(_ *node, kids []*node) []*node { return kids }

// cxxReturned evaluates the operand of return.
func (f *fn) cxxReturned(*node) (ir.Expr, bool) { return nil, false }

// cxxDecl lowers a declaration among the statements that declares no variable.
func (f *fn) cxxDecl(*node) {}

// cxxDeclare lowers the declaration of variable v.
func (f *fn) cxxDeclare(_ *node, _ *ir.Var) bool { return false }

// cxxValue evaluates an expression of a kind that C lacks.
func (f *fn) cxxValue(*node) (ir.Expr, bool) { return nil, false }

// cxxPlace evaluates an lvalue of a kind that C lacks.
func (f *fn) cxxPlace(*node) (ir.Path, bool) { return ir.Path{}, false }

// cxxMember evaluates a member access.
func (f *fn) cxxMember(*node) (ir.Path, bool) { return ir.Path{}, false }

// cxxDeclValue is the value of a name d that is no variable, function or enumerator.
func (f *fn) cxxDeclValue(_ *node, _ clang.Cursor) (ir.Expr, bool) { return nil, false }

// cxxDeclPlace is the cell of a name d that is no variable.
func (f *fn) cxxDeclPlace(_ *node, _ clang.Cursor) (ir.Path, bool) { return ir.Path{}, false }

// cxxStore evaluates n into dst.
func (f *fn) cxxStore(_ ir.Path, _ *node, _ string) bool { return false }

// cxxCall lowers a call.
func (f *fn) cxxCall(*call) bool { return false }

// bindsReference reports whether a call's argument i is bound to a reference.
func (f *fn) bindsReference(*call, int) bool { return false }
