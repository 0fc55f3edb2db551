package ir

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The binary form: a magic word, a table of strings, then the unit as variable-length integers and table indices. One
// description of each type (codec_unit.go, codec_instr.go, codec_expr.go) both writes and reads it. The same unit always
// gives the same bytes.

// magic begins every encoded unit; its last bytes are the version of the form, to be raised with every change of it.
const magic = "mpivet-ir\x00\x05"

// maxExprDepth bounds the nesting of expressions; what lies deeper is written as unknown. No analysis looks that deep.
const maxExprDepth = 1000

// Encode returns the binary form of u. It fails when u refers to a variable or a block that it does not list.
func Encode(u *Unit) ([]byte, error) {
	c := &codec{writing: true, strings: map[string]uint64{}}
	c.unit(u)
	if c.err != nil {
		return nil, fmt.Errorf("encoding unit %q: %w", u.Name, c.err)
	}
	out := []byte(magic)
	out = binary.AppendUvarint(out, uint64(len(c.table)))
	for _, s := range c.table {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return append(out, c.buf...), nil
}

// DecodeUnit reads what Encode wrote. Malformed input gives an error; it uses memory in proportion to the input. It does not
// check the invariants that Sanity checks.
func DecodeUnit(data []byte) (*Unit, error) {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, errors.New("decoding unit: not a unit of this version")
	}
	c := &codec{buf: data[len(magic):]}
	for n := c.readCount(); n > 0 && c.err == nil; n-- {
		c.table = append(c.table, string(c.readBytes(c.readCount())))
	}
	u := &Unit{}
	c.unit(u)
	if c.err == nil && len(c.buf) > 0 {
		c.fail("%d bytes after the end", len(c.buf))
	}
	if c.err != nil {
		return nil, fmt.Errorf("decoding unit: %w", c.err)
	}
	return u, nil
}

// codec writes to buf, or reads from it. After the first error it reads zeros and stays harmless.
type codec struct {
	writing bool
	buf     []byte
	table   []string
	strings map[string]uint64 // writing: index in table
	err     error

	globals []*Var
	vars    []*Var // globals, then parameters and locals of the function at hand
	number  map[*Var]uint64
	blocks  []*Block
	line    int // of the last position
	depth   int
}

func (c *codec) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	if !c.writing {
		c.buf = nil
	}
}

// uint writes *v, or reads it.
func (c *codec) uint(v *uint64) {
	if c.writing {
		c.buf = binary.AppendUvarint(c.buf, *v)
		return
	}
	x, n := binary.Uvarint(c.buf)
	if n <= 0 {
		c.fail("truncated or malformed number")
		*v = 0
		return
	}
	c.buf = c.buf[n:]
	*v = x
}

func (c *codec) int64(v *int64) {
	u := uint64(*v)<<1 ^ uint64(*v>>63)
	c.uint(&u)
	if !c.writing {
		*v = int64(u>>1) ^ -int64(u&1)
	}
}

func (c *codec) int(v *int) {
	x := int64(*v)
	c.int64(&x)
	*v = int(x)
}

// byte handles the small enumerations; max is the largest valid value.
func (c *codec) byte(v, max uint8) uint8 {
	u := uint64(v)
	c.uint(&u)
	if u > uint64(max) {
		c.fail("value %d out of range 0..%d", u, max)
		return 0
	}
	return uint8(u)
}

// flags packs booleans into one number, the first in the lowest bit.
func (c *codec) flags(list ...*bool) {
	var u uint64
	for i, b := range list {
		if *b {
			u |= 1 << i
		}
	}
	c.uint(&u)
	if u>>len(list) != 0 {
		c.fail("unknown flags %#x", u)
	}
	for i, b := range list {
		*b = u>>i&1 != 0
	}
}

func (c *codec) str(s *string) {
	if c.writing {
		i, ok := c.strings[*s]
		if !ok {
			i = uint64(len(c.table))
			c.strings[*s] = i
			c.table = append(c.table, *s)
		}
		c.uint(&i)
		return
	}
	var i uint64
	c.uint(&i)
	if i >= uint64(len(c.table)) {
		c.fail("string %d of %d", i, len(c.table))
		return
	}
	*s = c.table[i]
}

// readCount reads a number of things that follow, each at least one byte long.
func (c *codec) readCount() int {
	var n uint64
	c.uint(&n)
	if n > uint64(len(c.buf)) {
		c.fail("%d items in %d bytes", n, len(c.buf))
		return 0
	}
	return int(n)
}

func (c *codec) readBytes(n int) []byte {
	if n > len(c.buf) {
		c.fail("%d bytes missing", n-len(c.buf))
		return nil
	}
	b := c.buf[:n]
	c.buf = c.buf[n:]
	return b
}

// list handles a slice, element by element. A slice grows as its elements are read, never by its announced length alone.
func list[T any](c *codec, s *[]T, elem func(*T)) {
	if c.writing {
		n := uint64(len(*s))
		c.uint(&n)
		for i := range *s {
			elem(&(*s)[i])
		}
		return
	}
	for n := c.readCount(); n > 0 && c.err == nil; n-- {
		var x T
		elem(&x)
		*s = append(*s, x)
	}
}

// pos handles a position: file and whether there is an end, lines as differences to those before.
func (c *codec) pos(p *Pos) {
	known := *p != Pos{}
	hasEnd := p.EndLine != 0 || p.EndCol != 0
	c.flags(&known, &hasEnd)
	if !known {
		return
	}
	c.str(&p.File)
	delta := p.Line - c.line
	c.int(&delta)
	p.Line = c.line + delta
	c.line = p.Line
	c.int(&p.Col)
	if hasEnd {
		delta = p.EndLine - p.Line
		c.int(&delta)
		p.EndLine = p.Line + delta
		c.int(&p.EndCol)
	}
}
