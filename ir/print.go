package ir

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Print writes the textual form of u, which ParseUnit reads back.
func Print(w io.Writer, u *Unit) error {
	_, err := io.WriteString(w, u.String())
	return err
}

// String returns the textual form of u.
func (u *Unit) String() string {
	p := &printer{file: u.Name}
	p.printf("unit %s lang %s", strconv.Quote(u.Name), word(string(u.Lang)))
	p.optInt("errors", int64(u.Errors))
	p.printf("\n")
	if len(u.Globals) > 0 {
		p.printf("\n")
	}
	for _, g := range u.Globals {
		p.printf("global ")
		p.declare(g)
		p.printf("\n")
	}
	for _, f := range u.Funcs {
		p.printf("\n")
		p.fn(f)
	}
	return p.sb.String()
}

// String returns the textual form of f.
func (f *Func) String() string {
	p := &printer{file: f.Pos.File}
	p.fn(f)
	return p.sb.String()
}

// String returns the textual form of b.
func (b *Block) String() string {
	p := &printer{}
	p.block(b)
	return p.sb.String()
}

// printer writes text. Positions in file are written without its name.
type printer struct {
	sb   strings.Builder
	file string
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(&p.sb, format, args...) }

// word is s as it stands where a word is expected: bare if it can be, else quoted.
func word(s string) string {
	if isWord(s) {
		return s
	}
	return strconv.Quote(s)
}

func (p *printer) fn(f *Func) {
	unitFile := p.file
	p.printf("func @%s(", nameText(f.Name))
	for i, v := range f.Params {
		if i > 0 {
			p.printf(", ")
		}
		p.declare(v)
	}
	p.printf(")")
	if f.Display != f.Name {
		p.printf(" display %s", strconv.Quote(f.Display))
	}
	if f.NumRes != 0 {
		p.printf(" results %d", f.NumRes)
	}
	for _, flag := range f.flags() {
		if *flag.on {
			p.printf(" %s", flag.name)
		}
	}
	for _, name := range f.Overrides {
		p.printf(" overrides @%s", nameText(name))
	}
	p.pos(f.Pos)
	if f.Pos.IsValid() {
		p.file = f.Pos.File
	}
	p.printf(" {\n")
	p.locals(f.Locals)
	for _, b := range f.Blocks {
		p.block(b)
	}
	p.printf("}\n")
	p.file = unitFile
}

type funcFlag struct {
	name string
	on   *bool
}

func (f *Func) flags() []funcFlag {
	return []funcFlag{
		{"exported", &f.Exported}, {"addrtaken", &f.AddrTaken}, {"main", &f.Main},
		{"header", &f.InHeader}, {"external", &f.External},
	}
}

// declare writes a variable with its type, its array flag and its position, as far as it has them.
func (p *printer) declare(v *Var) {
	writeVar(&p.sb, v)
	if v.Type != "" {
		p.printf(" %s", strconv.Quote(v.Type))
	}
	if v.Array {
		p.printf(" array")
	}
	if v.Pos.IsValid() {
		p.pos(v.Pos)
	}
}

// locals declares variables: those that are only a name together on a line, others on a line each.
func (p *printer) locals(vars []*Var) {
	const perLine = 12
	for i := 0; i < len(vars); {
		j := i + 1
		for j < len(vars) && j < i+perLine && isPlain(vars[i]) && isPlain(vars[j]) && isTemp(vars[i]) == isTemp(vars[j]) {
			j++
		}
		p.printf("  var ")
		if isTemp(vars[i]) {
			p.sb.WriteString("temp ")
		}
		for k, v := range vars[i:j] {
			if k > 0 {
				p.printf(", ")
			}
			p.declare(v)
		}
		p.printf("\n")
		i = j
	}
}

func isPlain(v *Var) bool { return v.Type == "" && !v.Array && !v.Pos.IsValid() }

func isTemp(v *Var) bool { return v.Kind == Temp }

func (p *printer) block(b *Block) {
	p.printf("%s:", b.label())
	if b.Loop.IsValid() {
		p.printf(" loop")
		p.pos(b.Loop)
	}
	p.printf("\n")
	for _, i := range b.Instrs {
		p.printf("  ")
		p.instr(i)
		p.pos(i.Position())
		p.printf("\n")
	}
	p.printf("  ")
	p.term(b.Term)
	p.printf("\n")
}

func (b *Block) label() string {
	if b == nil {
		return "nowhere"
	}
	return "b" + strconv.Itoa(b.Index)
}

// pos writes a position after a space.
func (p *printer) pos(pos Pos) { p.sb.WriteString(" " + pos.text(p.file)) }

// text is pos as it is printed where file is the usual file.
func (pos Pos) text(file string) string {
	if !pos.IsValid() {
		return "@-"
	}
	var sb strings.Builder
	sb.WriteByte('@')
	if pos.File != file {
		sb.WriteString(strconv.Quote(pos.File) + ":")
	}
	fmt.Fprintf(&sb, "%d", pos.Line)
	if pos.Col != 0 {
		fmt.Fprintf(&sb, ":%d", pos.Col)
	}
	switch {
	case pos.EndLine == 0 && pos.EndCol == 0:
	case pos.EndLine == pos.Line:
		fmt.Fprintf(&sb, "-%d", pos.EndCol)
	default:
		fmt.Fprintf(&sb, "-%d:%d", pos.EndLine, pos.EndCol)
	}
	return sb.String()
}

// String returns file:line:col, as far as known.
func (pos Pos) String() string {
	s := pos.File
	if s == "" || !pos.IsValid() {
		s = "-"
	}
	if !pos.IsValid() {
		return s
	}
	s += ":" + strconv.Itoa(pos.Line)
	if pos.Col > 0 {
		s += ":" + strconv.Itoa(pos.Col)
	}
	return s
}
