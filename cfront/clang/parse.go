//go:build cgo

package clang

import (
	"errors"
	"fmt"
	"os"
	"slices"

	gc "github.com/go-clang/clang-v15/clang"
)

// Unit is a parsed translation unit. It holds memory of libclang's until
// Dispose.
type Unit struct {
	File        string
	TU          gc.TranslationUnit
	Diagnostics Diagnostics
	index       gc.Index
	prefix      *Prefix
}

// Root returns the cursor of the whole unit.
func (u *Unit) Root() Cursor { return u.TU.TranslationUnitCursor() }

// Dispose frees the unit; its cursors and tokens are invalid afterwards.
func (u *Unit) Dispose() {
	u.TU.Dispose()
	u.index.Dispose()
}

// ParseUnit parses one file. Errors in the source, a missing header among them,
// do not stop it: they are in the unit's Diagnostics. The error is for files
// that libclang refuses altogether.
func ParseUnit(opts ParseOptions) (*Unit, error) {
	if opened == nil {
		return nil, fmt.Errorf("libclang is not open")
	}
	if _, err := os.Stat(opts.File); err != nil && opts.Unsaved[opts.File] == "" {
		return nil, err
	}
	flags := uint32(gc.TranslationUnit_KeepGoing)
	u := &Unit{File: opts.File, prefix: opts.Prefix}
	args := opts.Args
	if u.prefix != nil {
		// Of what the prefix declares only what is referred to is read.
		u.index = gc.NewIndex(1, 0)
		args = append(slices.Clone(args), "-include-pch", u.prefix.Path)
	} else {
		u.index = gc.NewIndex(0, 0)
	}
	unsaved, free := unsavedFiles(opts.Unsaved)
	defer free()
	code := u.index.ParseTranslationUnit2(opts.File, args, unsaved, flags, &u.TU)
	if code != gc.Error_Success {
		u.index.Dispose()
		return nil, fmt.Errorf("%s: %w", opts.File, refusal(code))
	}
	u.Diagnostics = summarise(u.TU)
	return u, nil
}

func refusal(code gc.ErrorCode) error {
	switch code {
	case gc.Error_Crashed:
		return ErrCrashed
	case gc.Error_InvalidArguments:
		return errors.New("libclang does not accept the arguments")
	}
	return errors.New("libclang cannot parse it")
}
