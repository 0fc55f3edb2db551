package cfront

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mpivet/cfront/compdb"
	"mpivet/cfront/discover"
)

// unit is a translation unit to parse.
type unit struct {
	file    string
	lang    compdb.Lang
	args    []string // from the database or borrowed; nil without one
	headers []string // of the project, as far as text tells
	text    *discover.Text
	found   discover.Inclusion // folders found by looking, unless args says them
}

// plan is what is to be done.
type plan struct {
	began      time.Time
	in         inputs
	roots      []string
	units      []unit
	skipped    int
	notes      []string
	incomplete []Incomplete

	tree     *discover.Tree
	own      []string // headers below the roots that were asked for
	texts    *discover.Texts
	resolver *discover.Resolver
}

// newPlan decides what to parse and how.
func newPlan(opts Options, in inputs) (*plan, error) {
	p := &plan{began: time.Now(), in: in, texts: discover.NewTexts()}
	db, err := p.database(opts.Database)
	if err != nil {
		return nil, err
	}
	var around []string
	if db != nil {
		around = append(around, projectOf(db))
	}
	p.roots = in.roots(around...)
	if p.tree, err = in.walk(p.roots); err != nil {
		return nil, err
	}
	p.own = p.tree.Headers
	p.surround()
	p.resolver = discover.NewResolver(p.tree, p.texts)
	p.collect(db)
	p.choose(opts.All)
	return p, nil
}

// surround adds the headers of the work trees around the folders that were named: a part of a program includes headers of
// its other parts. The sources there are not analysed.
func (p *plan) surround() {
	for _, root := range p.in.dirs {
		tree := around(filepath.Join(root, "file"))
		if broad(tree) || slices.ContainsFunc(p.roots, func(r string) bool { return within(tree, r) }) {
			continue
		}
		if t, err := discover.Walk(tree); err == nil {
			t.Sources = nil
			p.tree.Merge(t)
			p.roots = append(p.roots, tree)
		}
	}
}

// database finds and reads the compilation database. One that was found but is
// none is noted and passed over; one that was asked for must be there.
func (p *plan) database(dir string) (*compdb.Database, error) {
	path, err := compdb.Find(dir, p.in.first())
	if err != nil || path == "" {
		return nil, err
	}
	db, err := compdb.Load(path)
	if err != nil {
		p.notes = append(p.notes, err.Error()+"; going on without it")
		return nil, nil
	}
	if dir == "" && !p.in.concern(db) {
		return nil, nil
	}
	p.notes = append(p.notes, db.Notes()...)
	return db, nil
}

// projectOf returns the folder that holds the program of a database: its own
// folder, or the one above if it is a build folder.
func projectOf(db *compdb.Database) string {
	dir := filepath.Dir(db.Path)
	inside := slices.ContainsFunc(db.Entries, func(e compdb.Entry) bool { return within(e.File, dir) })
	if up := filepath.Dir(dir); !inside && !broad(up) {
		return up
	}
	return dir
}

// collect lists the units: those of the database, and the sources it says
// nothing about.
func (p *plan) collect(db *compdb.Database) {
	seen := map[string]bool{}
	listed := map[string]bool{} // folders with files in the database
	if db != nil {
		for _, e := range p.variants(db) {
			seen[e.File], listed[filepath.Dir(e.File)] = true, true
			p.units = append(p.units, unit{file: e.File, lang: e.Lang, args: e.Args})
		}
	}
	for _, file := range p.tree.Sources {
		if !seen[file] && !listed[filepath.Dir(file)] {
			seen[file] = true
			p.units = append(p.units, p.unlisted(file, db))
		}
	}
	for _, file := range p.in.files {
		if !seen[file] && !discover.IsHeader(file) {
			seen[file] = true
			p.units = append(p.units, p.unlisted(file, db))
		}
	}
	p.inspect()
	p.addHeaders(db)
}

// variants picks one entry for each file. Of several, the one that defines most
// of what the file's MPI calls are conditional on.
func (p *plan) variants(db *compdb.Database) []compdb.Entry {
	var out []compdb.Entry
	at := map[string]int{}
	for _, e := range db.Entries {
		i, again := at[e.File]
		switch {
		case !again:
			at[e.File] = len(out)
			out = append(out, e)
		case p.defined(e) > p.defined(out[i]):
			out[i] = e
		}
	}
	return out
}

// defined counts the macros that a file needs and an entry defines.
func (p *plan) defined(e compdb.Entry) int {
	n := 0
	for _, macro := range p.texts.Of(e.File).Needs {
		if slices.ContainsFunc(e.Args, func(a string) bool { return a == "-D"+macro || strings.HasPrefix(a, "-D"+macro+"=") }) {
			n++
		}
	}
	return n
}

// unlisted makes the unit of a file that no database lists. It borrows the
// arguments of the nearest file of its language, if there is any.
func (p *plan) unlisted(file string, db *compdb.Database) unit {
	u := unit{file: file, lang: compdb.LangOf(file)}
	if u.lang == "" {
		u.lang = compdb.C
	}
	if db != nil {
		u.args = borrow(file, u.lang, db.Entries)
	}
	return u
}

// borrow returns the arguments of the entry whose path has most in common with
// the file's.
func borrow(file string, lang compdb.Lang, entries []compdb.Entry) []string {
	best, most := []string(nil), -1
	for _, e := range entries {
		n := 0
		for n < len(file) && n < len(e.File) && file[n] == e.File[n] {
			n++
		}
		if e.Lang == lang && n > most {
			best, most = e.Args, n
		}
	}
	return best
}

// inspect reads the texts of all units and follows their includes.
func (p *plan) inspect() {
	slices.SortStableFunc(p.units, func(a, b unit) int { return strings.Compare(a.file, b.file) })
	var files []string
	for _, u := range p.units {
		files = append(files, u.file)
	}
	p.texts.Load(append(files, p.tree.Headers...))
	for i := range p.units {
		p.follow(&p.units[i])
	}
}

func (p *plan) follow(u *unit) {
	u.text = p.texts.Of(u.file)
	inc := p.resolver.Include(u.file)
	u.headers = inc.Files
	if u.args == nil {
		u.found = inc
	}
}

// addHeaders makes units of headers that no unit includes: those that were named
// and those that mention MPI in a definition.
func (p *plan) addHeaders(db *compdb.Database) {
	included := map[string]bool{}
	for _, u := range p.units {
		for _, h := range u.headers {
			included[h] = true
		}
	}
	add := func(file string) {
		u := p.unlisted(file, db)
		if p.texts.Of(file).CXX {
			u.lang = compdb.CXX
			u.args = nil
			if db != nil {
				u.args = borrow(file, u.lang, db.Entries)
			}
		}
		p.follow(&u)
		p.units = append(p.units, u)
		for _, h := range append(u.headers, file) {
			included[h] = true
		}
	}
	for _, file := range p.in.files {
		if discover.IsHeader(file) && !included[file] {
			add(file)
		}
	}
	for _, file := range p.own {
		if !included[file] && p.texts.Of(file).Calls > 0 {
			add(file)
		}
	}
}

// choose drops the units that cannot matter and those that are no text.
func (p *plan) choose(all bool) {
	var graph []discover.Unit
	for _, u := range p.units {
		graph = append(graph, discover.Unit{File: u.file, Headers: u.headers})
	}
	matters := discover.Candidates(graph, p.texts)
	kept := p.units[:0]
	for i, u := range p.units {
		named := slices.Contains(p.in.files, u.file)
		switch {
		case u.text.Binary:
			p.incomplete = append(p.incomplete, Incomplete{u.file, 1, "not a text file"})
		case u.text.Empty && named:
			p.notes = append(p.notes, fmt.Sprintf("%s is empty", u.file))
		case !all && !named && !matters[i]:
			p.skipped++
		default:
			kept = append(kept, u)
		}
	}
	p.units = kept
}
