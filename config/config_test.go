package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"mpivet/rules"
)

var known = []string{"freshbuf", "heapchurn", "alltoall"}

func load(t *testing.T, text string) (*Config, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), Name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return Load(path, known)
}

func TestLoad(t *testing.T) {
	got, err := load(t, `
allocators:
  - xmalloc
  - {name: grab, out: 1, size: [0, 2], of: 1}
releases:
  - xfree
  - name: drop
    arg: 2
    indirect: true
pools: [arena_get]
owners: ["Kokkos::View"]
wrappers:
  - {name: post, like: MPI_Send, args: [0, 1, -1, 2, -1, -1]}
ignore: ["third_party/**", "*.inc"]
severities:
  alltoall: off
  heapchurn: note
eager: 16 KiB
machine: {ranks: 4096, transport: ud}
`)
	if err != nil {
		t.Fatal(err)
	}
	one, eager := 1, Size(16384)
	want := &Config{
		Allocators: []Allocator{{Name: "xmalloc"}, {Name: "grab", Out: &one, Size: []int{0, 2}, Of: &one}},
		Releases:   []Release{{Name: "xfree"}, {Name: "drop", Arg: 2, Indirect: true}},
		Pools:      []string{"arena_get"},
		Owners:     []string{"Kokkos::View"},
		Wrappers:   []Wrapper{{Name: "post", Like: "MPI_Send", Args: []int{0, 1, -1, 2, -1, -1}}},
		Ignore:     []Glob{"third_party/**", "*.inc"},
		Severities: map[string]Severity{"alltoall": {Off: true}, "heapchurn": {Level: rules.Note}},
		Eager:      &eager,
		Machine:    Machine{Ranks: 4096, Transport: "ud"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Config{})); diff != "" {
		t.Error(diff)
	}
}

func TestEmpty(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "machine:\n"} {
		if _, err := load(t, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"key", "pools: []\nalocators: [a]\n", `.mpivet.yaml:2: unknown key "alocators"; did you mean "allocators"?`},
		{"far key", "zzzzzzz: 1\n", `.mpivet.yaml:1: unknown key "zzzzzzz"; known are allocators,`},
		{"twice", "eager: 1\neager: 2\n", `stands twice`},
		{"nested key", "machine:\n  rank: 4\n", `.mpivet.yaml:2: unknown key "rank"; did you mean "ranks"?`},
		{"entry key", "allocators:\n  - name: a\n    outt: 1\n", `.mpivet.yaml:3: unknown key "outt"; did you mean "out"?`},
		{"rule", "severities:\n  freshbuff: note\n", `.mpivet.yaml:2: unknown rule "freshbuff"; did you mean "freshbuf"?`},
		{"severity", "severities:\n  freshbuf: error\n", `.mpivet.yaml:2: "error" is no severity: note, warning or off`},
		{"size", "\neager: lots\n", `.mpivet.yaml:2: "lots" is no size`},
		{"ranks", "machine:\n  ranks: -4\n", `.mpivet.yaml:2: ranks must be a whole number from 1`},
		{"transport", "machine:\n  transport: pigeon\n", `.mpivet.yaml:2: `},
		{"list", "pools: arena\n", `.mpivet.yaml:1: "pools" must be a list`},
		{"mapping", "machine: 4\n", `.mpivet.yaml:1: "machine" must hold keys and values`},
		{"top", "- a\n", `.mpivet.yaml:1: the file must hold keys and values`},
		{"type", "allocators:\n  - {name: a, out: first}\n", `.mpivet.yaml:2: "first" stands where a whole number is expected`},
		{"negative", "allocators:\n  - {name: a, out: -1}\n", `.mpivet.yaml:2: argument -1 of "a"`},
		{"no name", "releases:\n  - arg: 1\n", `.mpivet.yaml:2: an entry without a name`},
		{"no procedure", "wrappers:\n  - name: w\n", `.mpivet.yaml:2: wrapper "w" does not say`},
		{"procedure", "wrappers:\n  - {name: w, like: MPI_Sned}\n", `.mpivet.yaml:2: wrapper "w" is like "MPI_Sned", which is no MPI procedure`},
		{"arguments", "wrappers:\n  - {name: w, like: MPI_Send, args: [1]}\n", `.mpivet.yaml:2: wrapper "w" gives 1 arguments, MPI_Send takes 6`},
		{"pattern", "ignore: [\"a[\"]\n", `.mpivet.yaml:1: "a[" is no pattern`},
		{"overridden rule", "overrides:\n  - paths: [a]\n    severities: {altoall: off}\n", `.mpivet.yaml:3: unknown rule "altoall"; did you mean "alltoall"?`},
		{"override key", "overrides:\n  - path: [a]\n    severities: {alltoall: off}\n", `.mpivet.yaml:2: unknown key "path"; did you mean "paths"?`},
		{"override without paths", "overrides:\n  - severities: {alltoall: off}\n", `.mpivet.yaml:2: an entry of "overrides" without paths`},
		{"override without severities", "overrides:\n  - paths: [a]\n", `.mpivet.yaml:2: an entry of "overrides" without severities`},
		{"override pattern", "overrides:\n  - {paths: [\"a[\"], severities: {alltoall: off}}\n", `.mpivet.yaml:2: "a[" is no pattern`},
		{"syntax", "pools: [a\n", `.mpivet.yaml:`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := load(t, c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want one line with %q", err, c.want)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "no.yaml"), known)
	if err == nil || !strings.Contains(err.Error(), "no.yaml: no such file") {
		t.Error(err)
	}
}

func TestFindAndIgnore(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, Name)
	if err := os.WriteFile(path, []byte("ignore: [gen, \"**/*_auto.c\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := Find(sub); got != path {
		t.Fatalf("found %q, want %q", got, path)
	}
	t.Chdir(dir)
	c, err := Load(Name, known)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{
		"gen/x.c": true, "gen/deep/x.c": true, "a/gen/x.c": false, "a/b/x_auto.c": true, "x_auto.c": true, "x.c": false,
	} {
		if got := c.Ignored(filepath.Join(dir, file)); got != want {
			t.Errorf("%s ignored: %v, want %v", file, got, want)
		}
	}
}

func TestSeverityByPath(t *testing.T) {
	c, err := load(t, `
severities: {alltoall: note}
overrides:
  - {paths: ["tests/**", bench], severities: {freshbuf: note, alltoall: off}}
  - {paths: ["**/*_gen.c"], severities: {freshbuf: off}}
  - {paths: ["tests/hot"], severities: {freshbuf: warning}}
`)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"freshbuf x.c": "", "alltoall x.c": "note", "heapchurn tests/x.c": "", "freshbuf tests/x.c": "note", "alltoall tests/x.c": "off",
		"freshbuf bench/deep/x.c": "note", "freshbuf bench/x_gen.c": "off", "alltoall bench/x_gen.c": "off", "freshbuf tests/hot/x_gen.c": "warning",
	} {
		rule, file, _ := strings.Cut(key, " ")
		got := ""
		if v, ok := c.Severity(rule, filepath.Join(c.dir, file)); ok && v.Off {
			got = "off"
		} else if ok {
			got = v.Level.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

func TestOver(t *testing.T) {
	got := Machine{Ranks: 16, MaxQP: 1000}.Over(rules.DefaultMachine)
	want := rules.Machine{Ranks: 16, PPN: 32, Transport: "rc", MaxQP: 1000}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
