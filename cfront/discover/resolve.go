package discover

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Resolver finds out which files a unit includes and which folders a compiler
// has to be told for that.
type Resolver struct {
	tree  *Tree
	texts *Texts
	mu    sync.Mutex
	found map[question]target
}

type question struct {
	dir string // the includer's folder
	inc Include
}

// target is the file that an include means and the folder to search for it; both
// are "" if it is not in the tree, the folder alone if it lies beside its
// includer.
type target struct{ file, dir string }

// NewResolver returns a Resolver for the files of a tree.
func NewResolver(tree *Tree, texts *Texts) *Resolver {
	return &Resolver{tree: tree, texts: texts, found: map[question]target{}}
}

// Inclusion is what a unit includes of the project, directly or not.
type Inclusion struct {
	Files  []string // headers, in the order in which they are met
	Made   []string // those of them that do not exist but have a template (Texts.MadeOf)
	Quotes []string // folders for #include "…"
	Angles []string // folders for #include <…>
}

// ours are headers that the frontend brings itself, whatever a project has of
// that name.
var ours = map[string]bool{"mpi.h": true, "omp.h": true}

// Include follows the includes of a file.
func (r *Resolver) Include(file string) Inclusion {
	var out Inclusion
	seen := map[string]bool{file: true}
	queue := []string{file}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, inc := range r.texts.Of(at).Includes {
			to := r.resolve(filepath.Dir(at), inc)
			if to.dir != "" && inc.Angle {
				out.Angles = appendNew(out.Angles, to.dir)
			} else if to.dir != "" {
				out.Quotes = appendNew(out.Quotes, to.dir)
			}
			if to.file != "" && !seen[to.file] {
				seen[to.file] = true
				out.Files = append(out.Files, to.file)
				if r.texts.MadeOf(to.file) != "" {
					out.Made = append(out.Made, to.file)
				}
				queue = append(queue, to.file)
			}
		}
	}
	// A name that several folders have means the one nearest to the unit, whatever brought the others in.
	nearer := func(a, b string) int { return distance(filepath.Dir(file), a) - distance(filepath.Dir(file), b) }
	slices.SortStableFunc(out.Quotes, nearer)
	slices.SortStableFunc(out.Angles, nearer)
	return out
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func (r *Resolver) resolve(dir string, inc Include) target {
	q := question{dir, inc}
	r.mu.Lock()
	to, ok := r.found[q]
	r.mu.Unlock()
	if ok {
		return to
	}
	to = r.search(dir, inc)
	r.mu.Lock()
	r.found[q] = to
	r.mu.Unlock()
	return to
}

func (r *Resolver) search(dir string, inc Include) target {
	if filepath.IsAbs(inc.Name) {
		return target{}
	}
	if !inc.Angle {
		if beside := filepath.Join(dir, inc.Name); isRegular(beside) {
			return target{file: beside}
		}
	}
	if ours[inc.Name] || inc.Angle && isSystem(inc.Name) {
		return target{}
	}
	suffix := filepath.Clean(inc.Name)
	for strings.HasPrefix(suffix, "../") {
		suffix = suffix[len("../"):]
	}
	best := nearest(dir, r.tree.byName[filepath.Base(suffix)], "/"+suffix)
	if best == "" {
		best = r.fromTemplate(dir, suffix)
	}
	if best == "" {
		return target{}
	}
	if strings.HasPrefix(inc.Name, "../") {
		return target{best, filepath.Dir(best)} // from there "../sub/x.h" leads to it, if "sub" is that folder
	}
	return target{best, strings.TrimSuffix(best, "/"+suffix)}
}

// fromTemplate finds the place where a build would make a header.
func (r *Resolver) fromTemplate(dir, suffix string) string {
	for _, ending := range templateEndings {
		template := nearest(dir, r.tree.byName[filepath.Base(suffix)+ending], "/"+suffix+ending)
		if template != "" {
			made := strings.TrimSuffix(template, ending)
			r.texts.Make(made, template)
			return made
		}
	}
	return ""
}

// nearest returns the path with the given ending that is fewest steps away from
// a folder; of equals the one that shares most, then the first by name.
func nearest(dir string, paths []string, suffix string) string {
	best, bestSteps := "", 0
	for _, path := range paths {
		if !strings.HasSuffix(path, suffix) {
			continue
		}
		steps := distance(dir, strings.TrimSuffix(path, suffix))
		if best == "" || steps < bestSteps || steps == bestSteps && path < best {
			best, bestSteps = path, steps
		}
	}
	return best
}

// distance counts the steps between two folders; going up costs more than going
// down, so that a project's own headers come before its neighbour's.
func distance(from, to string) int {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return 2*(len(a)-same) + len(b) - same
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
