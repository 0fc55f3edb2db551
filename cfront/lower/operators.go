//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"

	"mpivet/cfront/clang"
)

// binaryOps lists the binary operators, longer ones before their prefixes.
var binaryOps = []string{
	"<<=", ">>=", "<=>", "->*",
	"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ".*",
	"+", "-", "*", "/", "%", "<", ">", "=", "&", "|", "^", ",",
}

func operatorAt(text string) string {
	if text == "" || !strings.Contains("<>-=!&|+*/%^.,", text[:1]) {
		return ""
	}
	for _, op := range binaryOps {
		if strings.HasPrefix(text, op) {
			return op
		}
	}
	return ""
}

// alternative spellings of operators in C++ and <iso646.h>.
var wordOps = map[string]string{
	"and": "&&", "or": "||", "not_eq": "!=", "bitand": "&", "bitor": "|", "xor": "^", "not": "!", "compl": "~",
	"and_eq": "&=", "or_eq": "|=", "xor_eq": "^=",
}

// binaryOp returns the operator of a binary expression as it is written, "" if it cannot be read.
func (f *fn) binaryOp(n *node) string {
	if !n.opRead {
		n.op, n.opRead = f.readBinaryOp(n), true
	}
	return n.op
}

func (f *fn) readBinaryOp(n *node) string {
	if op, ok := clang.BinaryOp(n.c); ok {
		return op
	}
	e := n.exprs()
	if len(e) != 2 {
		return ""
	}
	if n.info().isVoid() {
		return "," // nothing else yields nothing
	}
	op := f.opInText(e[0], e[1])
	if op == "" || op == "," && e[0].looksLvalue() {
		// Not in the text, or two arguments of a macro whose body holds the operator.
		op = f.printedOp(n)
		// Only an assignment leaves its left operand unread, in C.
		if assigned := n.looksAssigned(); !f.u.cxx && assigned != (op == "=") {
			op = ""
		}
		if compound := n.kind == gc.Cursor_CompoundAssignOperator; compound != isCompound(op) {
			op = ""
		}
	}
	if op == "" && n.looksAssigned() {
		op = "="
	}
	if op == "" {
		f.u.stats.NoOp++
	}
	return op
}

// isCompound reports whether op is one of += -= and so on.
func isCompound(op string) bool {
	switch op {
	case "=", "==", "!=", "<=", ">=":
		return false
	}
	return strings.HasSuffix(op, "=")
}

// opInText reads the operator between two operands. Operands that overlap come from a macro's body.
func (f *fn) opInText(x, y *node) string {
	a, b := f.u.extent(x), f.u.extent(y)
	if a.src != b.src || a.end < 0 || a.end > b.start {
		return ""
	}
	text := a.src.slice(a.end, b.start)
	text = text[skipBlank(text, 0):]
	op := operatorAt(text)
	if op == "" && text != "" && isIdentStart(text[0]) {
		op = wordOps[a.src.identAt(b.start-len(text))]
	}
	if op == "," && inMacroCall(a.src.bytes(), a.start) {
		return ""
	}
	return op
}

// inMacroCall reports whether the innermost parenthesis open before off follows a name, as the arguments of a macro do.
// A comma operator stands in parentheses of its own, or in the head of a for.
func inMacroCall(text string, off int) bool {
	depth := 0
	for i := off - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case ';', '{', '}':
			if depth == 0 {
				return false
			}
		case '(':
			if depth--; depth >= 0 {
				continue
			}
			end := i
			for i--; i >= 0 && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n'); i-- {
				end = i
			}
			start := end
			for start > 0 && isIdentByte(text[start-1]) {
				start--
			}
			return start < end && !statementWords[text[start:end]]
		}
	}
	return false
}

var statementWords = map[string]bool{"for": true, "while": true, "if": true, "switch": true, "return": true, "sizeof": true}

// looksLvalue reports whether n is an lvalue that no conversion reads.
func (n *node) looksLvalue() bool {
	for n.kind == gc.Cursor_ParenExpr && len(n.kids) == 1 {
		n = n.kids[0]
	}
	switch n.kind {
	case gc.Cursor_DeclRefExpr:
		_, k := n.decl()
		return isVariable(k) || k == gc.Cursor_FieldDecl
	case gc.Cursor_MemberRefExpr, gc.Cursor_ArraySubscriptExpr:
		return true
	case gc.Cursor_UnaryOperator:
		e := n.exprs()
		return len(e) == 1 && n.derefs(e[0])
	}
	return false
}

// looksAssigned reports whether n is a binary expression that, by its form, must be an assignment: every other operator
// of C reads its left operand.
func (n *node) looksAssigned() bool {
	if n.kind != gc.Cursor_BinaryOperator {
		return false
	}
	e := n.exprs()
	return len(e) == 2 && e[0].looksLvalue()
}

// derefs reports whether the unary expression n with operand x has the types of *x.
func (n *node) derefs(x *node) bool {
	xt := x.info()
	return xt.isPointer() && n.info().canon.Equal(xt.canon.PointeeType().CanonicalType())
}

// unaryOp returns the operator of a unary expression; "x++" and "x--" mean the postfix ones.
func (f *fn) unaryOp(n *node) string {
	if !n.opRead {
		n.op, n.opRead = f.readUnaryOp(n), true
	}
	return n.op
}

func (f *fn) readUnaryOp(n *node) string {
	e := n.exprs()
	if len(e) != 1 {
		return ""
	}
	x := e[0]
	if n.derefs(x) {
		return "*"
	}
	if n.info().isPointer() && !x.info().isPointer() && x.kind != gc.Cursor_UnexposedExpr {
		return "&"
	}
	if n.info().isVoid() || n.info().isArray() {
		return "__extension__"
	}
	op := f.unaryInText(n, x)
	if op == "" {
		op = f.printedOp(n)
	}
	if op == "" {
		op = guessUnary(n, x)
	}
	if op == "" {
		f.u.stats.NoOp++
	}
	return op
}

func (f *fn) unaryInText(n, x *node) string {
	if op, ok := clang.UnaryOp(n.c); ok {
		if op == "++" || op == "--" {
			if f.postfix(n, x, op) {
				return "x" + op
			}
		}
		return op
	}
	a, b := f.u.extent(n), f.u.extent(x)
	if a.src != b.src {
		return ""
	}
	if b.start > a.start {
		return prefixAt(a.src.slice(a.start, b.start))
	}
	for _, op := range []string{"++", "--"} {
		if f.postfix(n, x, op) {
			return "x" + op
		}
	}
	return ""
}

// postfix reports whether op stands after the operand x.
func (f *fn) postfix(n, x *node, op string) bool {
	a, b := f.u.extent(n), f.u.extent(x)
	if a.src != b.src || b.end < 0 || a.start != b.start {
		return false
	}
	text := a.src.bytes()
	if b.end > len(text) {
		return false
	}
	return strings.HasPrefix(text[skipBlank(text, b.end):], op)
}

func prefixAt(text string) string {
	for _, op := range []string{"++", "--", "+", "-", "!", "~", "*", "&"} {
		if strings.HasPrefix(text, op) {
			return op
		}
	}
	for _, word := range []string{"not", "compl", "__extension__", "__real", "__imag"} {
		if strings.HasPrefix(text, word) {
			if op, ok := wordOps[word]; ok {
				return op
			}
			return word
		}
	}
	return ""
}

// guessUnary tells the operator of a macro's body by the form and types alone.
func guessUnary(n, x *node) string {
	switch {
	case x.info().isPointer() && !n.info().isPointer():
		return "!"
	case n.info().isPointer() && !x.info().isPointer():
		return "&"
	}
	return ""
}
