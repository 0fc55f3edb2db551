//go:build cgo

package cfront

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mpivet/cache"
	"mpivet/cfront/worker"
)

// project is a program of a few units that share headers.
func project() map[string]string {
	files := map[string]string{
		"inc/all.h":  "#include \"sub/deep.h\"\nvoid give(double *p, int n);\n",
		"sub/deep.h": "enum { DEEP = 4 };\n",
		"inc/some.h": "enum { SOME = 3 };\n",
	}
	for i := range 6 {
		include := "#include \"all.h\"\n"
		if i < 2 {
			include += "#include \"some.h\"\n"
		}
		files[fmt.Sprintf("u%d.c", i)] = fmt.Sprintf("%s#include <mpi.h>\n#include <stdlib.h>\nvoid f%d(int n) { double *p = malloc(n * DEEP); MPI_Send(p, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD); free(p); }\n", include, i)
	}
	return files
}

// cached analyses with a cache of its own and says how many units were parsed.
type cached struct {
	t    *testing.T
	root string
	opts Options
}

func newCached(t *testing.T, files map[string]string) *cached {
	root := lay(t, files)
	store, err := cache.Open(filepath.Join(t.TempDir(), "cache"), 0)
	if err != nil {
		t.Fatal(err)
	}
	c := &cached{t, root, Options{Cache: store}}
	c.settle()
	return c
}

// settle waits until what was written is older than a tick of the file system.
func (c *cached) settle() { time.Sleep(100 * time.Millisecond) }

func (c *cached) write(name, text string) {
	c.t.Helper()
	path := filepath.Join(c.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
	c.settle()
}

// expect runs and compares with a run without a cache; parsed is how many units must be parsed.
func (c *cached) expect(what string, parsed int) {
	c.t.Helper()
	r := analyse(c.t, c.opts, c.root)
	if r.Parsed != parsed {
		c.t.Errorf("%s: %d units parsed, want %d", what, r.Parsed, parsed)
	}
	plain := c.opts
	plain.Cache, plain.Shard = nil, Shard{}
	if got, want := show(c.root, r), show(c.root, analyse(c.t, plain, c.root)); got != want {
		c.t.Errorf("%s: with the cache\n%s\nwithout\n%s", what, got, want)
	}
}

func TestCache(t *testing.T) {
	files := project()
	c := newCached(t, files)
	c.expect("cold", 6)
	c.expect("warm", 0)
	c.opts.Workers = 1
	c.expect("with other workers", 0)
	c.write("u3.c", files["u3.c"]+"int more;\n")
	c.expect("one file changed", 1)
	c.write("u3.c", files["u3.c"])
	c.expect("and changed back", 0)
	c.write("inc/some.h", "enum { SOME = 5 };\n")
	c.expect("a header of two changed", 2)
	c.write("inc/all.h", files["inc/all.h"]+"\n")
	c.expect("a header of all changed", 6)
	c.opts.Compiler = []string{"-DX"}
	c.expect("other arguments", 6)
	c.opts.Compiler = nil
	c.opts.Tool = cache.Sum([]byte("next version"))
	c.expect("another version", 6)
	now := time.Now()
	os.Chtimes(filepath.Join(c.root, "inc/all.h"), now, now)
	c.settle()
	c.expect("touched only", 0)
}

// TestCacheAbsence has headers appear where none was, and where another was found further on.
func TestCacheAbsence(t *testing.T) {
	files := project()
	files["u5.c"] = "#include \"late.h\"\n" + files["u5.c"]
	files["u4.c"] = "#if __has_include(\"probe.h\")\n#include \"probe.h\"\n#endif\n" + files["u4.c"]
	c := newCached(t, files)
	c.expect("cold", 6)
	c.expect("warm, one header missing", 0)
	c.write("late.h", "void late(void);\n")
	c.expect("the missing header appears", 1)
	c.write("probe.h", "void probe(void) {}\n")
	c.expect("a header that is asked for appears", 1)
	c.write("some.h", "enum { SOME = 9 };\n")
	c.expect("a nearer header appears", 2)
	c.expect("warm", 0)
}

// TestCacheDamage damages every entry in turn; the results stay.
func TestCacheDamage(t *testing.T) {
	c := newCached(t, project())
	c.expect("cold", 6)
	entries, err := filepath.Glob(filepath.Join(c.opts.Cache.Dir(), "*", "*"))
	if err != nil || len(entries) < 12 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for i, path := range entries {
		if info, err := os.Stat(path); err != nil || os.Truncate(path, info.Size()*int64(i%3)/3) != nil {
			t.Fatal(err)
		}
	}
	if got, want := show(c.root, analyse(t, c.opts, c.root)), show(c.root, analyse(t, Options{}, c.root)); got != want {
		t.Errorf("with a damaged cache\n%s\nwithout\n%s", got, want)
	}
	c.expect("made again", 0)
}

// TestCacheEntryLost loses the ir of a unit, and damages another's, of which the rest is whole.
func TestCacheEntryLost(t *testing.T) {
	c := newCached(t, project())
	r := analyse(t, c.opts, c.root)
	want := show(c.root, r)
	c.opts.Cache.Drop(entryKey(r.Parts[0].Key))
	c.opts.Cache.Put(entryKey(r.Parts[1].Key), []byte("nonsense"))
	r = analyse(t, c.opts, c.root)
	if got := show(c.root, r); got != want || r.Parsed != 1 {
		t.Errorf("%d parsed, got\n%s\nwant\n%s", r.Parsed, got, want)
	}
	c.expect("repaired", 0)
}

func TestCacheOfCrashes(t *testing.T) {
	chain := "#include <mpi.h>\nint f(int x) {\n if (x == -1) return MPI_Barrier(MPI_COMM_WORLD);\n"
	for i := range 8000 {
		chain += fmt.Sprintf(" else if (x == %d) return %d;\n", i, i*7%13)
	}
	files := project()
	files["chain.c"] = chain + " return 0;\n}\n"
	c := newCached(t, files)
	c.expect("cold", 7)
	c.expect("warm", 0)
}

func TestShards(t *testing.T) {
	c := newCached(t, project())
	total := 0
	for k := range 4 {
		c.opts.Shard = Shard{k + 1, 4}
		total += analyse(t, c.opts, c.root).Parsed
	}
	if total != 6 {
		t.Errorf("%d units parsed in all shards", total)
	}
	c.opts.Shard = Shard{}
	c.expect("after the shards", 0)
}

func TestShardsAreEven(t *testing.T) {
	jobs := sizedJobs(101)
	var seen []int
	sums := map[int]int64{}
	for k := 1; k <= 7; k++ {
		for _, i := range (Shard{k, 7}).part(jobs) {
			seen = append(seen, i)
			sums[k] += jobs[i].Size
		}
	}
	slices.Sort(seen)
	if len(seen) != 101 || len(slices.Compact(seen)) != 101 {
		t.Fatalf("%d units in all shards", len(seen))
	}
	for k, sum := range sums {
		if mean := int64(101 * 50 / 7); sum < mean*9/10 || sum > mean*12/10 {
			t.Errorf("shard %d: %d bytes of %d", k, sum, mean)
		}
	}
}

func sizedJobs(n int) []worker.Job {
	var jobs []worker.Job
	for i := range n {
		jobs = append(jobs, worker.Job{Size: int64(i * 37 % n)})
	}
	return jobs
}
