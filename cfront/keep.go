package cfront

import (
	"fmt"
	"os"
	"slices"
	"time"

	"mpivet/cache"
	"mpivet/cfront/clang"
	"mpivet/cfront/worker"
)

// keeper looks units up in the cache and keeps them there. What a unit consists of is only known once it was parsed, so an entry
// under what is known before (the file, its arguments, the tools) lists the files of earlier parses, and holds for a parse
// whose files are all as they were.
type keeper struct {
	store *cache.Store
	files *cache.Files
	look  *lookups
	base  cache.Key // what all units follow from
	since time.Time // when the run began
}

// newKeeper returns a keeper for the units of a plan.
func newKeeper(opts Options, p *plan) *keeper {
	h := cache.NewHash("c files")
	h.List(p.roots)
	files := cache.LoadFiles(opts.Cache, h.Sum())
	return &keeper{
		store: opts.Cache, files: files, since: p.began,
		look: &lookups{files: files, tree: p.tree, texts: p.texts, roots: p.roots, deps: map[dep]cache.Key{}, outside: map[string]bool{}},
	}
}

// environment lists the variables that libclang heeds.
var environment = []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET"}

// use says by what the units are parsed.
func (k *keeper) use(tool cache.Key, s setup, lib *clang.Library) {
	s.Lower.ProjectFile = nil
	h := cache.NewHash("c base")
	h.Key(tool)
	h.Str(fmt.Sprintf("%#v", s), fmt.Sprintf("%#v", *lib))
	for _, name := range environment {
		h.Str(os.Getenv(name))
	}
	k.base = h.Sum()
}

// key is where the cache keeps what is known of a job's parses.
func (k *keeper) key(job worker.Job, t task) cache.Key {
	h := cache.NewHash("c unit")
	h.Key(k.base)
	h.Str(job.File)
	h.List(job.Args)
	h.Str(fmt.Sprintf("%#v", t))
	return h.Sum()
}

// find returns what an earlier run came to, if every file is as it was then.
func (k *keeper) find(job worker.Job, t task) (*parse, bool) {
	for _, old := range decodeParses(k.store.Get(k.key(job, t))) {
		if k.state(job, old.deps) == old.state && (old.fault != "" || k.store.Has(entryKey(old.unit))) {
			return old, true
		}
	}
	return nil, false
}

// state is the hash of the files that a parse read and of what it looked for.
func (k *keeper) state(job worker.Job, deps []string) cache.Key {
	folders := k.look.foldersOf(job.Args)
	h := cache.NewHash("c state")
	for _, path := range deps {
		h.Key(k.look.of(dep{path, folders}))
	}
	return h.Sum()
}

// maxParses is how many states of a unit are kept, the newest first: branches are switched to and fro.
const maxParses = 4

// keep keeps what a job came to, unless a file may have changed since the run began or between reading and now. Files that are made
// of templates have no content of their own; their templates are among the dependencies.
func (k *keeper) keep(job worker.Job, t task, p *parse) {
	for _, path := range p.deps {
		if t.Made[path] == "" && !k.files.Held(path, k.since) {
			return
		}
	}
	p.state = k.state(job, p.deps)
	key := k.key(job, t)
	all := slices.DeleteFunc(decodeParses(k.store.Get(key)), func(old *parse) bool { return old.state == p.state })
	all = append([]*parse{p}, all...)
	k.store.Put(key, encodeParses(all[:min(len(all), maxParses)]))
}
