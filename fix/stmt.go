package fix

import (
	"mpivet/internal/ctoken"
)

// stmtKind is what a statement is.
type stmtKind uint8

const (
	simple stmtKind = iota // an expression or a declaration, up to its semicolon
	block
	branch // if, with its else
	loop   // for, while, do
	switching
	label // a case, a default or a label, up to its colon
	jump  // return, break, continue, goto, throw
	try
)

// stmt is a statement: its tokens from first to last, and what is in it.
type stmt struct {
	kind        stmtKind
	first, last int
	kids        []*stmt // of a block its statements, of others their bodies
	parent      *stmt
}

// body is the statement that a loop repeats.
func (s *stmt) body() *stmt { return s.kids[len(s.kids)-1] }

// stmtReader reads the statements of a function without knowing names or macros. bad is set where it cannot: a macro in place of a
// statement, a bracket without its other one.
type stmtReader struct {
	src   *source
	match map[int]int // of each opening bracket its closing one
	bad   bool
	depth int
}

// maxDepth is how deep statements may be nested; deeper ones are not understood.
const maxDepth = 200

// brackets pairs the brackets of the whole file; it reports false where they do not pair.
func (s *source) brackets() (map[int]int, bool) {
	out := map[int]int{}
	var open []int
	for i := range s.tokens {
		switch t := s.tok(i); t {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			n := len(open)
			if n == 0 || closing[s.tok(open[n-1])] != t {
				return nil, false
			}
			out[open[n-1]] = i
			open = open[:n-1]
		}
	}
	return out, len(open) == 0
}

var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

// function returns the body of the function around token i, or nil where it is not understood.
func (s *source) function(i int) *stmt {
	match, ok := s.brackets()
	if !ok {
		return nil
	}
	body := -1
	for open, end := range match {
		if s.tok(open) == "{" && open < i && i < end && s.opensFunction(open) && (body < 0 || open < body) {
			body = open
		}
	}
	if body < 0 {
		return nil
	}
	p := &stmtReader{src: s, match: match}
	out := p.statement(body)
	if p.bad || out.last != match[body] {
		return nil
	}
	return out
}

// opensFunction reports whether a brace opens the body of a function, by what stands before it.
func (s *source) opensFunction(open int) bool {
	switch s.tok(open - 1) {
	case ")", "const", "noexcept", "override", "final":
		return true
	}
	return false
}

func (p *stmtReader) tok(i int) string { return p.src.tok(i) }

// fail gives up.
func (p *stmtReader) fail(i int) *stmt {
	p.bad = true
	return &stmt{first: i, last: i}
}

// statement reads the statement that begins with token i.
func (p *stmtReader) statement(i int) *stmt {
	p.depth++
	defer func() { p.depth-- }()
	if p.bad || i >= len(p.src.tokens) || p.depth > maxDepth || p.src.tokens[i].Kind == ctoken.Directive {
		return p.fail(i)
	}
	switch p.tok(i) {
	case "{":
		return p.block(i)
	case "if":
		return p.branch(i)
	case "for", "while":
		return p.headed(loop, i)
	case "switch":
		return p.headed(switching, i)
	case "do":
		return p.do(i)
	case "try":
		return p.try(i)
	case "case", "default":
		return p.upTo(label, i, ":")
	case "return", "break", "continue", "goto", "throw", "co_return":
		return p.upTo(jump, i, ";")
	}
	if p.src.tokens[i].Kind == ctoken.Ident && p.tok(i+1) == ":" {
		return &stmt{kind: label, first: i, last: i + 1}
	}
	return p.upTo(simple, i, ";")
}

func (p *stmtReader) block(i int) *stmt {
	out := &stmt{kind: block, first: i, last: p.match[i]}
	for at := i + 1; at < out.last && !p.bad; {
		kid := p.statement(at)
		out.adopt(kid)
		at = kid.last + 1
	}
	return out
}

func (s *stmt) adopt(kid *stmt) {
	kid.parent = s
	s.kids = append(s.kids, kid)
}

// headed reads a statement with a condition in parentheses and a body.
func (p *stmtReader) headed(kind stmtKind, i int) *stmt {
	if p.tok(i+1) != "(" {
		return p.fail(i)
	}
	out := &stmt{kind: kind, first: i}
	out.adopt(p.statement(p.match[i+1] + 1))
	out.last = out.kids[0].last
	return out
}

func (p *stmtReader) branch(i int) *stmt {
	at := i + 1
	if p.tok(at) == "constexpr" {
		at++
	}
	if p.tok(at) != "(" {
		return p.fail(i)
	}
	out := &stmt{kind: branch, first: i}
	out.adopt(p.statement(p.match[at] + 1))
	out.last = out.kids[0].last
	if p.tok(out.last+1) == "else" {
		out.adopt(p.statement(out.last + 2))
		out.last = out.kids[1].last
	}
	return out
}

func (p *stmtReader) do(i int) *stmt {
	out := &stmt{kind: loop, first: i}
	out.adopt(p.statement(i + 1))
	at := out.kids[0].last + 1
	if p.tok(at) != "while" || p.tok(at+1) != "(" || p.tok(p.match[at+1]+1) != ";" {
		return p.fail(i)
	}
	out.last = p.match[at+1] + 1
	return out
}

func (p *stmtReader) try(i int) *stmt {
	out := &stmt{kind: try, first: i}
	out.adopt(p.statement(i + 1))
	out.last = out.kids[0].last
	for p.tok(out.last+1) == "catch" && p.tok(out.last+2) == "(" && !p.bad {
		out.adopt(p.statement(p.match[out.last+2] + 1))
		out.last = out.kids[len(out.kids)-1].last
	}
	return out
}

// upTo reads to the first end that stands in no bracket. A brace behind a parenthesis or a name that begins the statement is a
// block of a macro's, not an initialiser.
func (p *stmtReader) upTo(kind stmtKind, i int, end string) *stmt {
	for at := i; at < len(p.src.tokens); at++ {
		switch t := p.tok(at); {
		case t == end:
			return &stmt{kind: kind, first: i, last: at}
		case t == "{" && kind == simple && p.tok(i+1) == "(" && at == p.match[i+1]+1:
			return p.fail(i)
		case t == "(", t == "[", t == "{":
			at = p.match[at]
		case t == "}" || p.src.tokens[at].Kind == ctoken.Directive:
			return p.fail(i)
		}
	}
	return p.fail(i)
}

// each visits s and everything in it.
func (s *stmt) each(visit func(*stmt)) {
	visit(s)
	for _, kid := range s.kids {
		kid.each(visit)
	}
}

// find returns the innermost statement of the kind that begins with token first.
func (s *stmt) find(kind stmtKind, first int) *stmt {
	var out *stmt
	s.each(func(x *stmt) {
		if x.kind == kind && x.first == first {
			out = x
		}
	})
	return out
}
