package ir

import (
	"fmt"
	"sort"
	"strconv"
)

// ParseUnit reads the textual form of a unit; the grammar is in the package documentation. Name is the text's name in
// errors, and the unit's where the text gives none. Errors name line, column and fault. Functions come out linked and
// sorted by name.
func ParseUnit(name, text string) (u *Unit, err error) {
	toks, err := lex(name, text)
	if err != nil {
		return nil, err
	}
	p := &parser{name: name, toks: toks, unit: &Unit{Name: name, Lang: C}, globals: map[string]*Var{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*syntaxError)
			if !ok {
				panic(r)
			}
			u, err = nil, e
		}
	}()
	p.parse()
	return p.unit, nil
}

// parser works through the tokens; fail leaves it by a panic that ParseUnit catches.
type parser struct {
	name    string
	toks    []token
	at      int
	unit    *Unit
	globals map[string]*Var
	depth   int // of the expression at hand

	fn     *Func
	file   string // of positions without one
	vars   map[string]*Var
	blocks map[string]*Block
	wanted map[string]token // labels used, where first
	order  []*Block         // in the order of the labels
	cur    *Block           // nil after a terminator
}

func (p *parser) fail(t token, format string, args ...any) {
	panic(&syntaxError{p.name, t.line, t.col, fmt.Sprintf(format, args...)})
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tokEOF {
		p.at++
	}
	return t
}

// is reports whether the next token is this word or punctuation.
func (p *parser) is(text string) bool {
	t := p.peek()
	return (t.kind == tokWord || t.kind == tokPunct) && t.text == text
}

// take skips the next token if it is text.
func (p *parser) take(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.take(text) {
		p.fail(p.peek(), "expected %q, found %s", text, p.peek().describe())
	}
}

func (p *parser) want(kind tokKind, what string) token {
	t := p.next()
	if t.kind != kind {
		p.fail(t, "expected %s, found %s", what, t.describe())
	}
	return t
}

func (p *parser) endLine() { p.want(tokNewline, "the end of the line") }

func (p *parser) string() string { return p.want(tokString, "a quoted text").text }

func (p *parser) int() int64 {
	sign := ""
	if p.take("-") {
		sign = "-"
	}
	t := p.want(tokNumber, "a number")
	n, err := strconv.ParseInt(sign+t.text, 10, 64)
	if err != nil {
		p.fail(t, "number %s%s does not fit in 64 bits", sign, t.text)
	}
	return n
}

// wordOrString reads a word, bare or quoted.
func (p *parser) wordOrString(what string) string {
	t := p.next()
	if t.kind != tokWord && t.kind != tokString {
		p.fail(t, "expected %s, found %s", what, t.describe())
	}
	return t.text
}

func (p *parser) parse() {
	if p.take("unit") {
		p.unit.Name = p.string()
		if p.take("lang") {
			t := p.peek()
			p.unit.Lang = Lang(p.wordOrString("a language"))
			if l := p.unit.Lang; l != C && l != CXX && l != Go {
				p.fail(t, "unknown language %q", string(l))
			}
		}
		if p.take("errors") {
			p.unit.Errors = int(p.int())
		}
		p.endLine()
	}
	seen := map[string]bool{}
	for p.peek().kind != tokEOF {
		p.file = p.unit.Name
		switch {
		case p.take("global"):
			p.declareGlobal()
			p.endLine()
		case p.is("func"):
			t := p.peek()
			f := p.parseFunc()
			if seen[f.Name] {
				p.fail(t, "function @%s is defined twice", nameText(f.Name))
			}
			seen[f.Name] = true
			p.unit.Funcs = append(p.unit.Funcs, f)
		default:
			p.fail(p.peek(), `expected "global" or "func", found %s`, p.peek().describe())
		}
	}
	sort.SliceStable(p.unit.Funcs, func(i, j int) bool { return p.unit.Funcs[i].Name < p.unit.Funcs[j].Name })
}

func (p *parser) declareGlobal() {
	t := p.want(tokGlobal, "the name of a global")
	v := p.globals[t.text]
	if v != nil {
		p.fail(t, "global @%s is declared twice, or after its first use", nameText(t.text))
	}
	p.declInfo(p.global(t.text))
}

func (p *parser) global(name string) *Var {
	v := p.globals[name]
	if v == nil {
		v = &Var{Name: name, Kind: Global}
		p.globals[name] = v
		p.unit.Globals = append(p.unit.Globals, v)
	}
	return v
}

// declInfo reads what follows a declared name: type, array flag, position.
func (p *parser) declInfo(v *Var) {
	if p.peek().kind == tokString {
		v.Type = p.string()
	}
	v.Array = p.take("array")
	if p.peek().kind == tokPos {
		v.Pos = p.pos(token{})
	}
}

// pos reads a position, if one follows; else it is where the token at stands in the text.
func (p *parser) pos(at token) Pos {
	t := p.peek()
	if t.kind != tokPos {
		return Pos{File: p.file, Line: at.line, Col: at.col}
	}
	p.at++
	if !t.hasFile {
		t.pos.File = p.file
	}
	return t.pos
}

func (p *parser) parseFunc() *Func {
	start := p.next()
	p.fn = &Func{Name: p.want(tokGlobal, "@ and the name of the function").text}
	p.vars, p.blocks, p.wanted = map[string]*Var{}, map[string]*Block{}, map[string]token{}
	p.order, p.cur = nil, nil
	p.fn.Display = p.fn.Name
	p.expect("(")
	for !p.take(")") {
		if len(p.fn.Params) > 0 {
			p.expect(",")
		}
		v := p.declareLocal(Param)
		p.fn.Params = append(p.fn.Params, v)
	}
	p.header(start)
	p.body()
	p.endLine()
	p.finish(start)
	return p.fn
}

// header reads the rest of the line that begins a function.
func (p *parser) header(start token) {
	flags := p.fn.flags()
next:
	for p.peek().kind == tokWord {
		switch {
		case p.take("display"):
			p.fn.Display = p.string()
			continue
		case p.take("results"):
			p.fn.NumRes = int(p.int())
			continue
		case p.take("overrides"):
			p.fn.Overrides = append(p.fn.Overrides, p.want(tokGlobal, "@ and the name of a function").text)
			continue
		}
		for _, f := range flags {
			if p.take(f.name) {
				*f.on = true
				continue next
			}
		}
		p.fail(p.peek(), "unknown property %s of a function", p.peek().describe())
	}
	p.fn.Pos = p.pos(start)
	if p.fn.Pos.IsValid() {
		p.file = p.fn.Pos.File
	}
	p.expect("{")
	p.endLine()
}

func (p *parser) declareLocal(kind VarKind) *Var {
	t := p.want(tokLocal, "% and the name of a variable")
	if p.vars[t.text] != nil {
		p.fail(t, "%%%s is declared twice, or after its first use", nameText(t.text))
	}
	v := &Var{Name: t.text, Kind: kind}
	p.vars[t.text] = v
	p.declInfo(v)
	return v
}

// local returns a variable of the function; one that is not declared is a plain local.
func (p *parser) local(name string) *Var {
	v := p.vars[name]
	if v == nil {
		v = &Var{Name: name, Kind: Local}
		p.vars[name] = v
		p.fn.Locals = append(p.fn.Locals, v)
	}
	return v
}
