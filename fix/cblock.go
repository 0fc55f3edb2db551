package fix

import (
	"slices"
	"strings"

	"mpivet/internal/ctoken"
	"mpivet/rules"
)

// block moves a block of memory and its release out of the loops.
func (c *cFix) block() (rules.Fix, bool) {
	var none rules.Fix
	declared, call, ok := c.acquisition()
	if !ok || !c.sizeHolds() {
		return none, false
	}
	release := c.release()
	if release == nil || !c.waited(release.first) || c.returnsOutside(c.at.first, release.last) {
		return none, false
	}
	leave, ok := c.otherReleases(release)
	if !ok || !c.uses(declared, release, leave) {
		return none, false
	}
	sure := c.runs(c.ch.Fn, c.ch.Loop)
	if c.acq.How == "new[]" && !sure {
		return none, false // it may throw where no pass would have been made
	}
	last := c.at.last
	if check := c.nullCheck(); check != nil && sure {
		last = check.last
	}
	var edits []rules.Edit
	if c.acq.Zero {
		zero, ok := c.zeroing(call)
		if !ok {
			return none, false
		}
		indent, _ := c.src.indent(c.start(c.at))
		edits = append(edits, c.src.replace(c.start(c.at)-len(indent), c.start(c.at)-len(indent), indent+zero+c.src.newline()))
	}
	edits = append(edits, c.before(c.shifted(c.at.first, last)))
	for _, s := range append(leave, &stmt{first: c.at.first, last: last}, release) {
		e, ok := c.remove(s.first, s.last)
		if !ok {
			return none, false
		}
		edits = append(edits, e)
	}
	behind, ok := c.after(c.text(release))
	if !ok {
		return none, false
	}
	return c.done("acquire %q once, before the loop at line %d, and release it behind the loop", append(edits, behind)...)
}

// allocators are those whose calls may move: what they return does not depend on anything but their arguments, and is
// either not initialised or zero.
var allocators = []string{"malloc", "calloc", "aligned_alloc", "memalign", "valloc", "fftw_malloc", "mkl_malloc"}

// acquisition recognises the statement: a declaration or an assignment of the variable, by a call of an allocator or new[], behind
// casts. call is where the allocator stands.
func (c *cFix) acquisition() (declared bool, call int, ok bool) {
	eq := -1
	for i := c.at.first; i < c.at.last && eq < 0; i++ {
		if c.tok(i) == "=" {
			eq = i
		}
	}
	if eq < 1 || c.tok(eq-1) != c.name {
		return false, 0, false
	}
	declared = eq-1 > c.at.first
	if declared && (c.tok(eq-2) != "*" || !c.typeNames(c.at.first, eq-2)) {
		return false, 0, false
	}
	call = c.skipCasts(eq + 1)
	if c.tok(call) == "std" && c.tok(call+1) == "::" {
		call += 2
	}
	switch t := c.tok(call); {
	case slices.Contains(allocators, t) && c.acq.How == t && c.tok(call+1) == "(":
		return declared, call, c.closes(call + 1)
	case t == "new" && c.acq.How == "new[]" && !c.acq.Zero:
		open := call + 1
		for open < c.at.last && arithmetic[c.tok(open)] || c.tok(open) == "std" || c.tok(open) == "::" {
			open++
		}
		return declared, call, open > call+1 && c.tok(open) == "[" && c.closes(open)
	}
	return false, 0, false
}

// closes reports whether the bracket that opens at token i ends with the statement, but for brackets of casts.
func (c *cFix) closes(i int) bool {
	depth := 0
	for ; i < c.at.last; i++ {
		switch c.tok(i) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return strings.Trim(c.join(i+1, c.at.last), ") ") == ""
			}
		case "{}", ";":
			return false
		}
	}
	return false
}

// skipCasts passes over (type) and static_cast<type>( and reinterpret_cast<type>(.
func (c *cFix) skipCasts(i int) int {
	for {
		switch {
		case c.tok(i) == "(" && c.tok(i+1) != "(":
			end := i
			for end < c.at.last && c.tok(end) != ")" {
				end++
			}
			if c.tok(end-1) != "*" || !c.typeNames(i+1, end-1) {
				return i
			}
			i = end + 1
		case c.tok(i) == "static_cast" || c.tok(i) == "reinterpret_cast":
			end := i
			for end < c.at.last && c.tok(end) != ">" {
				end++
			}
			if c.tok(end+1) != "(" {
				return i
			}
			i = end + 2
		default:
			return i
		}
	}
}

// typeNames reports whether tokens are the names of a type, which the loop does not declare.
func (c *cFix) typeNames(from, to int) bool {
	for i := from; i < to; i++ {
		t := c.tok(i)
		if t == "static" || t == "extern" || t == "thread_local" || t == "register" || t == "volatile" ||
			c.src.tokens[i].Kind != ctoken.Ident && t != "::" && t != "*" {
			return false
		}
	}
	for i := c.outer.first; i <= c.outer.last; i++ {
		if t := c.tok(i); t == "typedef" || t == "using" {
			return false
		}
		if t := c.tok(i); (t == "struct" || t == "union" || t == "enum" || t == "class") && (c.tok(i+1) == "{" || c.tok(i+2) == "{") {
			return false
		}
	}
	return to > from
}

// release finds the statement of the loop's body that releases the block: the only one there, with no use behind it.
func (c *cFix) release() *stmt {
	var out *stmt
	for _, kid := range c.inner.body().kids {
		if kid.kind == simple && c.isRelease(kid) {
			if out != nil {
				return nil
			}
			out = kid
		}
	}
	if out == nil || out.first < c.at.first || c.mentions(out.last+1, c.inner.last) {
		return nil
	}
	return out
}

func (c *cFix) isRelease(s *stmt) bool {
	text := c.join(s.first, s.last)
	if c.acq.How == "new[]" {
		return text == "delete [ ] "+c.name
	}
	for _, free := range []string{"free", "std :: free", "fftw_free", "mkl_free"} {
		if text == free+" ( "+c.name+" )" {
			return true
		}
	}
	return false
}

// otherReleases lists the releases on ways that leave the pass early and go on behind or at the loops, which go away. Those before a
// return stay; anything else is not understood.
func (c *cFix) otherReleases(main *stmt) (leave []*stmt, ok bool) {
	ok = true
	c.inner.each(func(s *stmt) {
		if s.kind != simple || s == main || !c.isRelease(s) {
			return
		}
		jumping := c.jumpBehind(s)
		switch {
		case jumping == nil || s.first > main.first || s.first < c.at.first:
			ok = false
		case c.tok(jumping.first) == "return":
		default:
			leave = append(leave, s)
		}
	})
	return leave, ok
}

// jumpBehind returns the jump at the end of the block that a statement stands in, when it leaves the pass and nothing behind the
// statement mentions the variable.
func (c *cFix) jumpBehind(s *stmt) *stmt {
	if s.parent == nil || s.parent.kind != block {
		return nil
	}
	last := s.parent.kids[len(s.parent.kids)-1]
	if last.kind != jump || c.mentions(s.last+1, last.last) {
		return nil
	}
	if c.tok(last.first) == "return" {
		return last
	}
	for up := s.parent; up != c.inner; up = up.parent {
		if up.kind == loop || up.kind == switching {
			return nil // it leaves something within the pass
		}
	}
	return last
}

// uses reports whether the variable has no other life: every mention is in the loops between acquisition and release, none
// assigns it, takes its address or declares another one of the name; outside stands its declaration at most.
func (c *cFix) uses(declared bool, release *stmt, leave []*stmt) bool {
	decl := c.src.at(c.acq.Dst.Root.Pos)
	return c.names(func(i int) bool {
		if !c.within(c.outer, i) {
			return !declared && c.declares(i, decl)
		}
		if i < c.at.first || i > release.last {
			return false
		}
		return c.within(c.at, i) || c.reads(i)
	})
}

// declares reports whether the mention at token i is the variable's declaration, perhaps with a null pointer.
func (c *cFix) declares(i, decl int) bool {
	if i != decl || decl > c.outer.first {
		return false
	}
	next := c.join(i+1, i+3)
	return strings.HasPrefix(next, ";") || strings.HasPrefix(next, ",") || next == "= NULL" || next == "= nullptr" || next == "= 0"
}

// assigning are what may stand behind a variable that changes.
var assigning = []string{"=", "+=", "-=", "++", "--", "*=", "/=", "|=", "&="}

// reads reports whether the mention at token i does no more than read the variable.
func (c *cFix) reads(i int) bool {
	if slices.Contains(assigning, c.tok(i+1)) || c.tok(i-1) == "++" || c.tok(i-1) == "--" {
		return false
	}
	if c.tok(i-1) == "&" {
		before := c.src.tokens[i-2]
		operand := before.Kind == ctoken.Ident && !ctoken.Keyword(c.tok(i-2)) || before.Kind == ctoken.Number || c.tok(i-2) == ")" || c.tok(i-2) == "]"
		element := c.tok(i+1) == "["
		return operand || element
	}
	before := c.src.tokens[i-1]
	declaring := before.Kind == ctoken.Ident && c.tok(i-1) != "return" && c.tok(i-1) != "sizeof" && c.tok(i-1) != "case" && c.tok(i-1) != "else"
	return !declaring
}

// nullCheck returns the statement behind the acquisition when it only checks for a null pointer and can move too.
func (c *cFix) nullCheck() *stmt {
	kids := c.inner.body().kids
	at := slices.Index(kids, c.at)
	if at+1 >= len(kids) || kids[at+1].kind != branch || len(kids[at+1].kids) != 1 {
		return nil
	}
	check := kids[at+1]
	head := c.join(check.first, check.kids[0].first)
	if head != "if ( ! "+c.name+" )" && head != "if ( "+c.name+" == NULL )" && head != "if ( "+c.name+" == nullptr )" {
		return nil
	}
	for i := check.kids[0].first; i <= check.last; i++ {
		if t := c.tok(i); t == "break" || t == "continue" || c.src.tokens[i].Kind == ctoken.Ident && c.declaredInside(i) {
			return nil
		}
	}
	return check
}

// declaredInside reports whether the name at token i may be that of a variable which the loops declare.
func (c *cFix) declaredInside(i int) bool {
	from, to := c.start(c.outer), c.end(c.outer)
	for _, v := range slices.Concat(c.ch.Fn.Locals, c.ch.Fn.Params) {
		at := c.src.offset(v.Pos.Line, v.Pos.Col)
		if v.Pos.IsValid() && at >= from && at < to && plainName(v) == c.tok(i) && c.tok(i) != c.name {
			return true
		}
	}
	return false
}

// sizeHolds reports whether what decides the size is the same in all passes, can be worked out before the first one without a
// fault, and names nothing that the loops declare.
func (c *cFix) sizeHolds() bool {
	for i := c.at.first; i <= c.at.last; i++ {
		if c.src.tokens[i].Kind == ctoken.Ident && c.tok(i-1) != "." && c.tok(i-1) != "->" && c.declaredInside(i) {
			return false
		}
	}
	return c.Fixer.holds(c.ch.Fn, c.loop, c.acq.Size)
}

// zeroing is the statement that gives a block of calloc its contents in each pass.
func (c *cFix) zeroing(call int) (string, bool) {
	if c.tok(call) != "calloc" || !strings.Contains(c.src.text, "<string.h>") && !strings.Contains(c.src.text, "<cstring>") {
		return "", false
	}
	comma, depth := -1, 0
	end := call + 1
	for ; end < c.at.last; end++ {
		switch c.tok(end) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 1 && comma < 0 {
				comma = end
			}
		}
		if depth == 0 {
			break
		}
	}
	if comma < 0 {
		return "", false
	}
	text := func(from, to int) string {
		part := c.src.text[c.src.tokens[from].Start:c.src.tokens[to-1].End]
		if to-from > 1 && c.tok(from) != "sizeof" {
			part = "(" + part + ")"
		}
		return part
	}
	count, size := text(call+2, comma), text(comma+1, end)
	if !strings.Contains(count+size, "sizeof") {
		count = "(size_t)" + count // as calloc multiplies
	}
	return "memset(" + c.name + ", 0, " + count + " * " + size + ");", true
}

// arithmetic are the names that element types without constructors are made of.
var arithmetic = func() map[string]bool {
	out := map[string]bool{}
	for _, t := range strings.Fields(`bool char short int long float double signed unsigned size_t ptrdiff_t int8_t int16_t int32_t int64_t
		uint8_t uint16_t uint32_t uint64_t byte intptr_t uintptr_t`) {
		out[t] = true
	}
	return out
}()
