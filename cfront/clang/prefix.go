//go:build cgo

package clang

import (
	"errors"
	"fmt"

	gc "github.com/go-clang/clang-v15/clang"
)

// Save writes the unit, which must be a header, in the form in which other units can begin with it.
func (u *Unit) Save(path string) error {
	if code := u.TU.SaveTranslationUnit(path, uint32(gc.SaveTranslationUnit_None)); code != 0 {
		return fmt.Errorf("libclang cannot save %s (%d)", u.File, code)
	}
	return nil
}

// At returns the place of a cursor, for Prior.
func At(c Cursor) Place {
	file, _, _, offset := c.Location().FileLocation()
	return Place{file.Name(), offset}
}

// Prior returns the cursors of the definitions in the prefix, in order. They are not below Root.
func (u *Unit) Prior() ([]Cursor, error) {
	if u.prefix == nil {
		return nil, nil
	}
	var out []Cursor
	for _, p := range u.prefix.Defs {
		c := u.TU.Cursor(u.TU.LocationForOffset(u.TU.File(p.File), p.Offset))
		if k := c.Kind(); k != gc.Cursor_FunctionDecl && k != gc.Cursor_VarDecl || At(c) != p {
			return nil, errLost
		}
		out = append(out, c)
	}
	return out, nil
}

var errLost = errors.New("a definition of the prefix is not where it was")
