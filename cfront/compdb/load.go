package compdb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Entry is how one file is compiled.
type Entry struct {
	File string   // absolute
	Dir  string   // absolute; what relative paths of the command are relative to
	Args []string // sanitised arguments for clang, without compiler and file
	Lang Lang
}

// Database is a compilation database that was read.
type Database struct {
	Path    string
	Entries []Entry  // in the order of the file, without repetitions
	Missing []string // files that are named but do not exist
	Bad     []string // what is wrong with entries that were left out
}

// command is an entry as the file has it.
type command struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
	Command   string   `json:"command"`
}

// Load reads a database. The error is for a file that is no database at all;
// entries that cannot be used are left out and listed in the result.
func Load(path string) (*Database, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading the compilation database: %w", err)
	}
	defer f.Close()
	db := &Database{Path: path}
	if err := db.read(f); err != nil {
		return nil, fmt.Errorf("%s is not a compilation database: %w", path, err)
	}
	return db, nil
}

// read decodes the entries one by one, so that a huge database is never whole
// in memory twice.
func (db *Database) read(r io.Reader) error {
	dec := json.NewDecoder(r)
	switch start, err := dec.Token(); {
	case err == io.EOF:
		return errors.New("it is empty")
	case err != nil:
		return describe(err)
	case start != json.Delim('['):
		return errors.New("it is not a JSON array")
	}
	seen := map[string]bool{}
	for n := 1; dec.More(); n++ {
		var c command
		var mistyped *json.UnmarshalTypeError
		switch err := dec.Decode(&c); {
		case errors.As(err, &mistyped):
			db.Bad = append(db.Bad, fmt.Sprintf("entry %d: %s is no %s", n, mistyped.Field, mistyped.Type))
		case err != nil:
			return describe(err)
		default:
			db.add(n, c, seen)
		}
	}
	if _, err := dec.Token(); err != nil {
		return describe(err)
	}
	return nil
}

// describe says in a user's words why decoding failed.
func describe(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at byte %d: %w", syntax.Offset, err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: it ends too early")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// add takes in the n-th entry unless something is wrong with it or it says the
// same as an earlier one.
func (db *Database) add(n int, c command, seen map[string]bool) {
	args := c.Arguments
	if len(args) == 0 {
		var err error
		if args, err = Split(c.Command); err != nil {
			db.Bad = append(db.Bad, fmt.Sprintf("entry %d: %v in its command", n, err))
			return
		}
	}
	if c.File == "" || len(args) == 0 {
		db.Bad = append(db.Bad, fmt.Sprintf("entry %d: no file or no command", n))
		return
	}
	dir := resolve(filepath.Dir(db.Path), c.Directory)
	file := resolve(dir, c.File)
	if !isFile(file) {
		db.Missing = append(db.Missing, file)
		return
	}
	entry := Entry{File: file, Dir: dir}
	entry.Args, entry.Lang = Sanitise(args, file, dir)
	if LangOf(file) == "" && entry.Lang == "" {
		return // another language's
	}
	key := file + "\x00" + strings.Join(entry.Args, "\x00")
	if !seen[key] {
		seen[key] = true
		db.Entries = append(db.Entries, entry)
	}
}

// resolve makes path absolute, relative to dir.
func resolve(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// Notes returns one line for each kind of thing that was wrong with the
// database, each naming the first case.
func (db *Database) Notes() []string {
	var notes []string
	if n := len(db.Missing); n > 0 {
		notes = append(notes, fmt.Sprintf("%s: %s not exist (the first: %s)", db.Path, count(n, "file does", "files do"), db.Missing[0]))
	}
	if n := len(db.Bad); n > 0 {
		notes = append(notes, fmt.Sprintf("%s: %s left out (%s)", db.Path, count(n, "entry", "entries"), db.Bad[0]))
	}
	return notes
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
