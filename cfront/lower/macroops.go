//go:build cgo

package lower

import (
	"slices"
	"strconv"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"
)

// A macro's body has no positions in the tree, so its operators cannot be read from the file. libclang can print a whole
// function, macros expanded, though. The print is cut into tokens, the names and literals of the tree are found among
// them in order, and what stands between two operands is their operator.

// printed is a function's print and where each node of its tree stands in it.
type printed struct {
	tokens []string
	next   int // the first token not yet matched
	missed int // how many names in a row were not found
	ops    map[*node]string
}

// span is a range of tokens, both ends included.
type span struct{ first, last int }

// window is how far ahead a name is looked for: longer than any declaration's type, short enough that a name that is
// not printed does not match one far away. With each name that is not found it grows by as much.
const window = 60

// printedOp returns the operator of an expression of a macro's body, "" if it cannot be told.
func (f *fn) printedOp(n *node) string {
	if f.outer != nil { // a lambda's body is printed with the function that it stands in
		return f.outer.printedOp(n)
	}
	if f.printed == nil {
		policy := f.root.c.PrintingPolicy()
		p := &printed{tokens: tokens(f.root.c.PrettyPrinted(policy)), ops: map[*node]string{}}
		policy.Dispose()
		f.printed = p
		p.next = max(slices.Index(p.tokens, "{"), 0) // behind the parameters
		for _, k := range f.root.kids {
			if k.kind == gc.Cursor_CompoundStmt {
				p.match(k)
			}
		}
	}
	return f.printed.ops[n]
}

// at returns the token at index i, "" outside.
func (p *printed) at(i int) string {
	if i < 0 || i >= len(p.tokens) {
		return ""
	}
	return p.tokens[i]
}

// match finds the tokens of n and of everything below it, and notes the operators on the way.
func (p *printed) match(n *node) (s span, ok bool) {
	switch n.kind {
	case gc.Cursor_TypeRef, gc.Cursor_NamespaceRef, gc.Cursor_TemplateRef:
		return s, false
	case gc.Cursor_UnaryExpr:
		return p.matchSizeof(n)
	}
	name, after := leafName(n)
	if name != "" && !after {
		s, ok = p.find(func(t string) bool { return t == name })
	} else if is := literalToken(n); is != nil {
		return p.find(is)
	}
	for i, k := range n.printedKids() {
		t, found := p.match(k)
		if !found {
			continue
		}
		if i == 1 && ok && (n.kind == gc.Cursor_BinaryOperator || n.kind == gc.Cursor_CompoundAssignOperator) {
			p.ops[n] = operatorToken(p.at(s.last + 1))
		}
		if !ok {
			s.first = t.first
		}
		s.last, ok = t.last, true
	}
	if name != "" && after {
		if t, found := p.find(func(t string) bool { return t == name }); found {
			if !ok {
				s.first = t.first
			}
			s.last, ok = t.last, true
		}
	}
	if ok {
		s = p.widen(n, s)
	}
	return s, ok
}

// printedKids returns the parts of n that are printed as they are in the tree. Constant sizes in an array's type are
// not: they are printed as numbers. Of a ?: b the tree repeats a.
func (n *node) printedKids() []*node {
	if n.isElvis() {
		return []*node{n.kids[0], n.kids[len(n.kids)-1]}
	}
	if n.kind != gc.Cursor_VarDecl || n.info().kind == gc.Type_VariableArray {
		return n.kids
	}
	init := n.c.VarDeclInitializer()
	if init.IsNull() {
		return nil
	}
	if k := n.find(init); k != nil {
		return []*node{k}
	}
	return nil
}

// leafName is the name that n's print holds, and whether it stands after what is below n.
func leafName(n *node) (name string, after bool) {
	switch n.kind {
	case gc.Cursor_DeclRefExpr, gc.Cursor_VarDecl, gc.Cursor_MemberRef, gc.Cursor_LabelRef, gc.Cursor_LabelStmt:
		return n.c.Spelling(), false
	case gc.Cursor_MemberRefExpr:
		return n.c.Spelling(), true
	case gc.Cursor_CXXThisExpr:
		return "this", false
	}
	return "", false
}

// literalToken returns what tells the token of a literal, nil if n is none.
func literalToken(n *node) func(token string) bool {
	switch n.kind {
	case gc.Cursor_IntegerLiteral:
		want, ok := evaluated(n)
		return func(t string) bool {
			v, err := strconv.ParseUint(strings.TrimRight(t, "uUlL"), 0, 64)
			return err == nil && (!ok || v == uint64(want))
		}
	case gc.Cursor_FloatingLiteral, gc.Cursor_ImaginaryLiteral:
		return func(t string) bool { return t[0] >= '0' && t[0] <= '9' && strings.ContainsAny(t, ".eEpP") }
	case gc.Cursor_CharacterLiteral:
		return func(t string) bool { return strings.HasSuffix(t, "'") }
	case gc.Cursor_StringLiteral:
		text := n.c.Spelling()
		return func(t string) bool { return t == text }
	}
	return nil
}

// find matches the next token that is wanted.
func (p *printed) find(want func(string) bool) (span, bool) {
	end := min(p.next+window*(1+p.missed), len(p.tokens))
	for i := p.next; i < end; i++ {
		if want(p.tokens[i]) {
			p.next, p.missed = i+1, 0
			return span{i, i}, true
		}
	}
	p.missed++
	return span{}, false
}

// matchSizeof matches sizeof and the like with their operand in parentheses.
func (p *printed) matchSizeof(n *node) (span, bool) {
	s, ok := p.find(func(t string) bool {
		return t == "sizeof" || strings.HasPrefix(t, "_Align") || t == "__alignof" || t == "alignof"
	})
	if !ok {
		return s, false
	}
	if p.at(s.last+1) == "(" {
		s.last = p.closing(s.last + 1)
		p.next = s.last + 1
		return s, true
	}
	for _, k := range n.kids {
		if t, found := p.match(k); found {
			s.last = t.last
		}
	}
	return s, true
}

// widen adds to the tokens of n's parts those that n itself prints around them.
func (p *printed) widen(n *node, s span) span {
	switch n.kind {
	case gc.Cursor_ParenExpr:
		if p.at(s.first-1) == "(" {
			s = span{s.first - 1, p.closing(s.first - 1)}
		}
	case gc.Cursor_CStyleCastExpr:
		if p.at(s.first-1) == ")" {
			s.first = p.opening(s.first - 1)
		}
	case gc.Cursor_UnaryOperator:
		if t := p.at(s.last + 1); t == "++" || t == "--" {
			p.ops[n] = "x" + t
			s.last++
		} else if t := prefixAt(p.at(s.first - 1)); t != "" {
			p.ops[n] = t
			s.first--
		}
	case gc.Cursor_CallExpr:
		s.last = p.closingAfter(n, s, "(")
		if p.at(s.last+1) == "]" && n.c.Spelling() == "operator[]" {
			s.last++
		}
	case gc.Cursor_ArraySubscriptExpr:
		if p.at(s.last+1) == "]" {
			s.last++
		}
	default:
		s = p.widenCXX(n, s)
	}
	if s.last >= p.next {
		p.next = s.last + 1
	}
	return s
}

// closingAfter is the end of a call whose parts span s: the parenthesis that closes its arguments.
func (p *printed) closingAfter(n *node, s span, open string) int {
	if len(n.kids) == 1 && p.at(s.last+1) == open {
		return p.closing(s.last + 1)
	}
	if len(n.kids) > 1 && p.at(s.last+1) == ")" {
		return s.last + 1
	}
	return s.last
}

// closing returns the index of the bracket that closes the one at i, opening that of the one it closes.
func (p *printed) closing(i int) int { return p.bracket(i, 1, "([{", ")]}") }
func (p *printed) opening(i int) int { return p.bracket(i, -1, ")]}", "([{") }

func (p *printed) bracket(i, step int, in, out string) int {
	depth := 0
	for j := i; j >= 0 && j < len(p.tokens); j += step {
		switch t := p.tokens[j]; {
		case strings.Contains(in, t):
			depth++
		case strings.Contains(out, t):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return i
}

func operatorToken(t string) string {
	if operatorAt(t) == t {
		return t
	}
	return ""
}

// tokens cuts C text into tokens; comments do not occur in it.
func tokens(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		c := text[i]
		j := i + 1
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
			continue
		case isIdentByte(c):
			for j < len(text) && (isIdentByte(text[j]) || text[j] == '.' && c >= '0' && c <= '9') {
				j++
			}
		case c == '"' || c == '\'':
			j = min(skipQuoted(text, i)+1, len(text))
		case strings.HasPrefix(text[i:], "->"), strings.HasPrefix(text[i:], "++"), strings.HasPrefix(text[i:], "--"),
			strings.HasPrefix(text[i:], "::"):
			j = i + 2
		default:
			if op := operatorAt(text[i:]); op != "" {
				j = i + len(op)
			}
		}
		out = append(out, text[i:j])
		i = j
	}
	return out
}
