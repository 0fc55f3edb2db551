package ir

import (
	"strconv"
	"strings"
	"unicode"
)

// The text of expressions and paths: see the grammar in doc.go. exprText renders nil as the unknown value.

func exprText(e Expr) string {
	var sb strings.Builder
	writeExpr(&sb, e)
	return sb.String()
}

func writeExpr(sb *strings.Builder, e Expr) {
	switch e := e.(type) {
	case nil:
		sb.WriteByte('?')
	case Const:
		sb.WriteString(strconv.FormatInt(e.V, 10))
	case Null:
		sb.WriteString("null")
	case Str:
		sb.WriteString(strconv.Quote(e.S))
	case Named:
		writeNamed(sb, e.Name)
	case FuncRef:
		sb.WriteString("func @" + nameText(e.Name))
	case Load:
		writePath(sb, e.Path)
	case Addr:
		sb.WriteByte('&')
		writePath(sb, e.Path)
	case Offset:
		writeCall(sb, "offset", e.X, e.N)
	case Bin:
		sb.WriteByte('(')
		writeExpr(sb, e.X)
		sb.WriteString(" " + e.Op + " ")
		writeExpr(sb, e.Y)
		sb.WriteByte(')')
	case Un:
		writeUn(sb, e)
	case CommRank:
		writeCall(sb, "rank", e.Comm)
	case CommSize:
		writeCall(sb, "size", e.Comm)
	case Unknown:
		sb.WriteByte('?')
		if e.Text != "" {
			sb.WriteString(strconv.Quote(e.Text))
		}
	}
}

// writeUn puts constants in parentheses, so that the minus of -(5) is not read as a part of the number.
func writeUn(sb *strings.Builder, e Un) {
	sb.WriteString(e.Op)
	if _, ok := e.X.(Const); ok {
		sb.WriteByte('(')
		writeExpr(sb, e.X)
		sb.WriteByte(')')
		return
	}
	writeExpr(sb, e.X)
}

func writeCall(sb *strings.Builder, name string, args ...Expr) {
	sb.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			sb.WriteString(", ")
		}
		writeExpr(sb, a)
	}
	sb.WriteByte(')')
}

// exprWords are the bare words that mean something where an expression is expected.
var exprWords = map[string]bool{
	"null": true, "func": true, "offset": true, "rank": true, "size": true, "named": true,
	"call": true, "go": true, "comm": true, "default": true,
}

func writeNamed(sb *strings.Builder, name string) {
	if isWord(name) && !exprWords[name] {
		sb.WriteString(name)
		return
	}
	sb.WriteString("named(" + strconv.Quote(name) + ")")
}

func writePath(sb *strings.Builder, p Path) {
	if p.Root == nil {
		sb.WriteByte('_')
	} else {
		writeVar(sb, p.Root)
	}
	for _, s := range p.Sels {
		switch s.Kind {
		case Field:
			sb.WriteString("." + nameText(s.Name))
		case Deref:
			sb.WriteString(".*")
		case Elem:
			sb.WriteByte('[')
			writeExpr(sb, s.Index)
			sb.WriteByte(']')
		}
	}
}

func writeVar(sb *strings.Builder, v *Var) {
	mark := byte('%')
	if v.Kind == Global {
		mark = '@'
	}
	sb.WriteByte(mark)
	sb.WriteString(nameText(v.Name))
}

// nameText is name as it follows %, @ or a dot: bare when it has only letters, digits and _ $ #, else quoted.
func nameText(name string) string {
	if name == "" {
		return `""`
	}
	for i, r := range name {
		if !isNameRune(r) || i == 0 && unicode.IsDigit(r) {
			return strconv.Quote(name)
		}
	}
	return name
}

// isWord reports whether s can stand as a bare word.
func isWord(s string) bool { return s != "" && s[0] != '#' && s != "_" && nameText(s) == s }

func isNameRune(r rune) bool {
	return r == '_' || r == '$' || r == '#' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// String returns the path as it is printed.
func (p Path) String() string {
	var sb strings.Builder
	writePath(&sb, p)
	return sb.String()
}

// String returns the variable as it is printed: %name, or @name for a global.
func (v *Var) String() string {
	var sb strings.Builder
	writeVar(&sb, v)
	return sb.String()
}

// The expressions print as they are written in the textual form; that text identifies them within a function.

func (e Const) String() string    { return exprText(e) }
func (e Null) String() string     { return exprText(e) }
func (e Str) String() string      { return exprText(e) }
func (e Named) String() string    { return exprText(e) }
func (e FuncRef) String() string  { return exprText(e) }
func (e Load) String() string     { return exprText(e) }
func (e Addr) String() string     { return exprText(e) }
func (e Offset) String() string   { return exprText(e) }
func (e Bin) String() string      { return exprText(e) }
func (e Un) String() string       { return exprText(e) }
func (e CommRank) String() string { return exprText(e) }
func (e CommSize) String() string { return exprText(e) }
func (e Unknown) String() string  { return exprText(e) }

// Key identifies e among the expressions of its function; nil has a key too.
func Key(e Expr) string { return exprText(e) }
