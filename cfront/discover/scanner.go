package discover

import "strings"

// depths is how many braces and parentheses are open.
type depths struct{ braces, parens int }

// scanner finds the definitions of a file in its tokens. It knows no grammar: at
// file scope (or in a class or namespace) a brace after a parenthesis opens a
// function, one after "=" an initialiser, one after a name a scope.
type scanner struct {
	lex    *lexer
	out    *Text
	at     depths
	guards guards
	decl   declaration
	body   *Func           // the definition that is open
	inside int             // braces that were open before body
	refs   map[string]bool // what body mentions already
	prev   string          // the name just before the present token
}

// declaration is what was read since the last declaration's end.
type declaration struct {
	called []string // the names before outermost parentheses: the function, or macros around it
	names  []string // all names
	scope  bool     // namespace, class, struct, union, enum, extern
	inits  bool     // in a constructor's list of members to initialise
	older  string   // the function of an unfinished old-style definition: f(a) int a; {
}

func (s *scanner) run() {
	for t := s.lex.next(); t.kind != end; t = s.lex.next() {
		switch t.kind {
		case directive:
			s.directive(t.text)
			continue
		case name:
			s.name(t.text)
			s.prev = t.text
			continue
		case punct:
			s.punct(t.text[0])
		}
		s.prev = ""
	}
	s.close()
}

var cxxWords = map[string]bool{"class": true, "template": true, "namespace": true, "typename": true, "virtual": true, "constexpr": true}

var scopeWords = map[string]bool{"namespace": true, "class": true, "struct": true, "union": true, "extern": true, "enum": true}

func (s *scanner) name(word string) {
	if cxxWords[word] {
		s.out.CXX = true
	}
	if s.body != nil {
		s.mention(word)
		return
	}
	if scopeWords[word] && len(s.decl.called) == 0 {
		s.decl.scope = true
	}
	s.decl.names = append(s.decl.names, word)
}

// mention notes a name in the present definition.
func (s *scanner) mention(word string) {
	if s.refs[word] {
		return
	}
	s.refs[word] = true
	s.body.Refs = append(s.body.Refs, word)
	s.body.MPI = s.body.MPI || mentionsMPI(word)
}

func (s *scanner) punct(c byte) {
	switch c {
	case '(':
		s.paren()
	case ')':
		s.at.parens = max(0, s.at.parens-1)
	case '{':
		s.openBrace()
	case '}':
		s.closeBrace()
	case '=':
		if s.at.parens == 0 {
			s.assign()
		}
	case ':':
		colons := s.lex.src[max(0, s.lex.pos-2):min(len(s.lex.src), s.lex.pos+1)]
		if s.body == nil && s.at.parens == 0 && len(s.decl.called) > 0 && !strings.Contains(colons, "::") {
			s.decl.inits = true
		}
	case ';':
		if s.body == nil || s.inside == s.at.braces {
			s.endDeclaration()
		}
	}
}

func (s *scanner) paren() {
	if isProcedure(s.prev) && !s.guards.off() {
		if s.body != nil {
			s.out.Calls++
		}
		s.out.Needs = append(s.out.Needs, s.needs()...)
	}
	if s.body == nil && s.at.parens == 0 && s.prev != "" && !s.decl.inits {
		s.decl.called = append(s.decl.called, s.prev)
	}
	s.at.parens++
}

// needs lists the macros to define for the present place to be read.
func (s *scanner) needs() (out []string) {
	for _, macro := range s.guards.needs() {
		if definable(macro) {
			out = append(out, macro)
		}
	}
	return out
}

// assign begins an initialiser: a variable that mentions what it holds.
func (s *scanner) assign() {
	if n := len(s.decl.names); s.body == nil && len(s.decl.called) == 0 && n > 0 {
		s.open(s.decl.names[n-1])
	}
}

func (s *scanner) openBrace() {
	if s.body == nil {
		s.openDefinition()
	}
	if s.at.braces == s.inside && s.prev == "" {
		s.decl.inits = false // after ")" or "}" it is the body, after a name a member's value
	}
	s.at.braces++
}

// openDefinition decides what a brace outside of definitions opens.
func (s *scanner) openDefinition() {
	d := &s.decl
	if len(d.called) == 0 && len(d.names) == 0 && d.older != "" {
		d.called = []string{d.older}
	}
	switch {
	case len(d.called) > 0:
		s.open(d.called[0])
		for _, word := range d.names {
			s.mention(word)
		}
	case !d.scope && len(d.names) > 0:
		s.open(d.names[len(d.names)-1])
	default:
		s.inside = -1
		*d = declaration{}
	}
}

func (s *scanner) closeBrace() {
	s.at.braces = max(0, s.at.braces-1)
	s.at.parens = 0
	if s.body == nil || s.at.braces <= s.inside && !s.decl.inits {
		s.endDeclaration()
	}
}

// open begins a definition.
func (s *scanner) open(name string) {
	s.out.Funcs = append(s.out.Funcs, Func{Name: name})
	s.body = &s.out.Funcs[len(s.out.Funcs)-1]
	s.inside = s.at.braces
	s.refs = map[string]bool{}
}

// close ends the open definition, if any. Where several names stand before
// parentheses (a macro around the head, an attribute), each is its name.
func (s *scanner) close() {
	if s.body == nil {
		return
	}
	f := *s.body
	for _, other := range s.decl.called {
		if other != f.Name {
			s.out.Funcs = append(s.out.Funcs, Func{Name: other, Refs: f.Refs, MPI: f.MPI})
		}
	}
	s.body = nil
}

func (s *scanner) endDeclaration() {
	older := ""
	if s.body == nil && s.prev != "" && len(s.decl.called) > 0 {
		older = s.decl.called[0]
	} else if s.body == nil && len(s.decl.called) == 0 {
		older = s.decl.older
	}
	s.close()
	s.at.parens = 0
	s.decl = declaration{older: older}
}

func (s *scanner) directive(text string) {
	text = strings.TrimSpace(text)
	i := 0
	for i < len(text) && isLetter(text[i]) {
		i++
	}
	keyword, rest := text[:i], text[i:]
	switch keyword {
	case "include", "include_next", "import":
		s.include(strings.TrimSpace(rest))
	case "define":
		s.define(rest)
	case "if", "ifdef", "ifndef":
		s.probe(rest)
		s.guards.begin(keyword, rest, s.at)
	case "elif", "else", "elifdef", "elifndef":
		s.probe(rest)
		if at, ok := s.guards.turn(keyword, rest); ok {
			s.at = at
		}
	case "endif":
		s.guards.end()
	}
}

func (s *scanner) include(text string) {
	if len(text) < 3 {
		return
	}
	closing := map[byte]byte{'"': '"', '<': '>'}[text[0]]
	n := strings.IndexByte(text[1:], closing)
	if closing == 0 || n <= 0 {
		return
	}
	inc := Include{Name: text[1 : n+1], Angle: text[0] == '<'}
	s.out.Includes = append(s.out.Includes, inc)
	if inc.Name == "mpi.h" {
		s.out.Binds = append(s.out.Binds, s.needs()...)
		s.out.Needs = append(s.out.Needs, s.needs()...)
	}
	for _, prefix := range bindings {
		s.out.Binding = s.out.Binding || strings.HasPrefix(inc.Name, prefix)
	}
}

// probe notes the headers that a condition asks for.
func (s *scanner) probe(text string) {
	for {
		_, rest, ok := strings.Cut(text, "__has_include")
		if !ok {
			return
		}
		if i := strings.IndexAny(rest, "<\""); i >= 0 {
			closing := map[byte]string{'"': "\"", '<': ">"}[rest[i]]
			if name, _, ok := strings.Cut(rest[i+1:], closing); ok {
				s.out.Probes = append(s.out.Probes, name)
			}
		}
		text = rest
	}
}

// pastes reports whether the definition of a macro joins tokens. Commas that vanish before no arguments are no names.
func pastes(text string) bool {
	for {
		_, rest, ok := strings.Cut(text, "##")
		if !ok {
			return false
		}
		if !strings.HasPrefix(strings.TrimSpace(rest), "__VA_ARGS__") {
			return true
		}
		text = rest
	}
}

// define notes a macro as a definition that mentions its body.
func (s *scanner) define(text string) {
	words := identifiers(text)
	if len(words) == 0 {
		return
	}
	f := Func{Name: words[0], Refs: unique(words[1:]), Macro: true, Pastes: pastes(text)}
	for _, word := range f.Refs {
		f.MPI = f.MPI || mentionsMPI(word)
	}
	if s.body != nil {
		// Appending moves the functions: the open one must be found again.
		open := len(s.out.Funcs) - 1
		s.out.Funcs = append(s.out.Funcs[:open], f, *s.body)
		s.body = &s.out.Funcs[open+1]
		return
	}
	s.out.Funcs = append(s.out.Funcs, f)
}
