package fix

import (
	"slices"
	"strings"

	"mpivet/ir"
	"mpivet/rules"
)

// vector declares a std::vector before the loops and gives it its size and contents inside.
func (c *cFix) vector() (rules.Fix, bool) {
	element, open := c.vectorType()
	if element == "" || c.acq.How != "std::vector" {
		return rules.Fix{}, false
	}
	fill, ok := c.filling(element, open)
	body := c.inner.body()
	if !ok || !c.waited(body.last) || !c.vectorUses() {
		return rules.Fix{}, false
	}
	indent, _ := c.src.indent(c.start(c.outer))
	decl := c.src.text[c.start(c.at):c.src.tokens[open-1].End] + ";"
	return c.done("declare %q once, before the loop at line %d, so that it keeps its memory",
		c.before(indent+decl+c.src.newline()), c.src.replace(c.start(c.at), c.end(c.at), fill))
}

// vectorType recognises a declaration of one vector of numbers and returns its element type, and the token behind its name.
func (c *cFix) vectorType() (element string, open int) {
	i := c.at.first
	if c.tok(i) == "std" && c.tok(i+1) == "::" {
		i += 2
	}
	if c.tok(i) != "vector" || c.tok(i+1) != "<" {
		return "", 0
	}
	from := i + 2
	for i = from; arithmetic[c.tok(i)] || c.tok(i) == "std" || c.tok(i) == "::"; i++ {
	}
	if i == from || c.tok(i) != ">" || c.tok(i+1) != c.name || slices.Contains([]string{"bool", "byte"}, c.tok(i-1)) {
		return "", 0 // bool is no array of them
	}
	return c.src.text[c.src.tokens[from].Start:c.src.tokens[i-1].End], i + 2
}

// filling is the statement that takes the declaration's place: what its constructor did.
func (c *cFix) filling(element string, open int) (string, bool) {
	switch c.tok(open) {
	case ";":
		return c.name + ".clear();", true
	case "(", "{":
	default:
		return "", false
	}
	first := open + 1
	last := c.at.last - 1 // the closing bracket, unless more variables follow
	if match, ok := c.src.brackets(); !ok || match[open] != last {
		return "", false
	}
	if first > last-1 {
		return c.name + ".clear();", c.tok(open) == "{"
	}
	args := c.arguments(first, last)
	if c.tok(open) == "{" || args == nil {
		return "", false
	}
	switch len(args) {
	case 1:
		if !c.counts(last) || c.pure(first, last) != nil {
			return "", false
		}
		if c.overwritten(args[0]) {
			return c.name + ".resize(" + args[0] + ");", true
		}
		return c.name + ".assign(" + args[0] + ", " + zeroOf(element) + ");", true
	case 2:
		return c.name + ".assign(" + args[0] + ", " + args[1] + ");", !c.mentions(first, last)
	}
	return "", false
}

// counts reports whether the only argument, which ends before token last, is a number of elements: the length of another vector
// stands for a copy of that where the source does not ask for its size.
func (c *cFix) counts(last int) bool {
	if c.acq.Size == nil {
		return false
	}
	count := c.acq.Size
	if b, ok := count.(ir.Bin); ok && b.Op == "*" && ir.Equal(b.Y, ir.Const{V: c.acq.Elem}) {
		count = b.X
	}
	load, ok := count.(ir.Load)
	if !ok || len(load.Path.Sels) == 0 || !strings.HasPrefix(load.Path.Sels[len(load.Path.Sels)-1].Name, "#") {
		return true
	}
	return c.join(last-4, last) == ". size ( )"
}

// pure returns the tokens that make an expression more than names, numbers and arithmetic; nil for none.
func (c *cFix) pure(from, to int) []string {
	var out []string
	for i := from; i < to; i++ {
		if t := c.tok(i); t == "=" || t == "++" || t == "--" || t == "[" && c.tok(i+1) == "]" || t == "{" || t == c.name {
			out = append(out, t)
		}
	}
	return out
}

// arguments splits the tokens from first up to last at the commas that stand in no bracket; nil where a < may be a bracket.
func (c *cFix) arguments(first, last int) []string {
	var out []string
	depth, from := 0, first
	for i := first; i <= last; i++ {
		switch t := c.tok(i); {
		case i == last || t == "," && depth == 0:
			if i == from {
				return nil
			}
			out = append(out, c.src.text[c.src.tokens[from].Start:c.src.tokens[i-1].End])
			from = i + 1
		case t == "(" || t == "[" || t == "{":
			depth++
		case t == ")" || t == "]" || t == "}":
			depth--
		case t == "<" && strings.HasSuffix(c.tok(i-1), "_cast"):
			depth++ // up to the > that closes it
		case t == ">" && depth > 0:
			depth--
		case t == "<" || t == ">" || t == ">>":
			return nil
		}
	}
	return out
}

// zeroOf is the value of an element that nothing was given, as the project would write it.
func zeroOf(element string) string {
	switch strings.TrimPrefix(element, "std::") {
	case "double":
		return "0.0"
	case "float":
		return "0.0f"
	case "int":
		return "0"
	case "char":
		return `'\0'`
	}
	if strings.Contains(element, " ") {
		return "0"
	}
	return element + "()"
}

// overwritten reports whether the first statement behind the declaration that mentions the vector is a loop which assigns each
// element: for (T i = 0; i < size; i++) name[i] = … without the vector on the right.
func (c *cFix) overwritten(size string) bool {
	for _, kid := range c.inner.body().kids {
		if kid.first <= c.at.last || !c.mentions(kid.first, kid.last) {
			continue
		}
		return kid.kind == loop && c.tok(kid.first) == "for" && c.fills(kid, size)
	}
	return false
}

func (c *cFix) fills(s *stmt, size string) bool {
	body := s.kids[0]
	if body.kind == block && len(body.kids) == 1 {
		body = body.kids[0]
	}
	if body.kind != simple || c.tok(body.first) != c.name || c.tok(body.first+1) != "[" || c.tok(body.first+3) != "]" ||
		c.tok(body.first+4) != "=" || c.mentions(body.first+5, body.last) {
		return false
	}
	i := c.tok(body.first + 2)
	head := c.src.text[c.src.tokens[s.first].Start:c.src.tokens[s.kids[0].first].Start]
	_, head, ok := strings.Cut(head, i+" = 0; ")
	head = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(head), ")"))
	return ok && (head == i+" < "+size+"; "+i+"++" || head == i+" < "+size+"; ++"+i) && !c.changes(body, i)
}

// changes reports whether a statement assigns a variable of that name.
func (c *cFix) changes(s *stmt, name string) bool {
	for k := s.first; k <= s.last; k++ {
		if c.tok(k) == name && (slices.Contains(assigning, c.tok(k+1)) || c.tok(k-1) == "++" || c.tok(k-1) == "--" || c.tok(k-1) == "&") {
			return true
		}
	}
	return false
}

// given are the members of a vector that give its memory away or up, or that hand it to another one.
var given = []string{"swap", "shrink_to_fit", "get_allocator"}

// vectorUses reports whether the vector lives in its pass alone: every mention of its name in the function lies behind the
// declaration in the loop's body, and none moves, swaps, returns or reassigns it or keeps its address.
func (c *cFix) vectorUses() bool {
	body := c.inner.body()
	return c.names(func(i int) bool {
		if c.within(c.at, i) {
			return true
		}
		if i < c.at.first || i > body.last {
			return false
		}
		if c.tok(i+1) == "." && slices.Contains(given, c.tok(i+2)) || slices.Contains(assigning, c.tok(i+1)) {
			return false
		}
		if c.tok(i-1) == "(" && slices.Contains([]string{"move", "forward", "swap", "exchange"}, c.tok(i-2)) || c.tok(i-1) == "return" {
			return false
		}
		if c.tok(i+1) == "," && slices.Contains([]string{"swap", "exchange"}, c.tok(i-2)) || c.tok(i-1) == "," && c.swapped(i) {
			return false
		}
		return c.reads(i) || c.tok(i-1) == ":" // a range to go through
	})
}

// swapped reports whether token i is the second argument of a call of swap.
func (c *cFix) swapped(i int) bool {
	for k := i; k > i-12 && k > c.fn.first; k-- {
		if c.tok(k) == "swap" || c.tok(k) == "exchange" {
			return true
		}
	}
	return false
}
