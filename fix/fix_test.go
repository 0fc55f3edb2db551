package fix_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mpivet/internal/casetest"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "mpivet")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "mpivet")
	build := exec.Command("go", "build", "-o", binary, "mpivet/cmd/mpivet")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building mpivet: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// finding is the part of a finding that is compared.
type finding struct {
	Rule, Severity, File, Message, Function string
	Line                                    int
	Fixes                                   []struct{ Message string }
}

// program is a laid out program.
type program struct{ dir, arg string }

// run starts a command in the program's folder and returns its standard output.
func (p program) run(t *testing.T, env []string, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, errs.String())
	}
	return out.String(), err
}

// mpivet runs the tool; findings are no error.
func (p program) mpivet(t *testing.T, args ...string) string {
	t.Helper()
	out, err := p.run(t, nil, binary, append(args, "-severity", "note", "-no-cache", p.arg)...)
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatal(err)
	}
	return out
}

func (p program) findings(t *testing.T) []finding {
	t.Helper()
	var doc struct{ Findings []finding }
	if err := json.Unmarshal([]byte(p.mpivet(t, "-json")), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Findings
}

// layOut copies a case into a new folder.
func layOut(t *testing.T, c casetest.Case) program {
	t.Helper()
	_, dir, arg, err := c.LayOut(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	stubs, err := filepath.Abs("../testdata/cases/go/stubs")
	if err != nil {
		t.Fatal(err)
	}
	if arg == "./..." {
		link := filepath.Join(filepath.Dir(dir), "stubs")
		if _, err := os.Lstat(link); err != nil {
			if err := os.Symlink(stubs, link); err != nil {
				t.Skip(err)
			}
		}
	}
	return program{dir, arg}
}

// fixable counts the findings with a fix.
func fixable(list []finding) int {
	n := 0
	for _, f := range list {
		if len(f.Fixes) > 0 {
			n++
		}
	}
	return n
}

// TestChange fixes the programs of testdata/change: all findings of freshbuf go, and the program says the same as before.
func TestChange(t *testing.T) {
	for _, path := range glob(t, "testdata/change/*") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			p := layOut(t, casetest.Case{Name: path, Path: path})
			for _, f := range p.findings(t) {
				if f.Rule == "freshbuf" && len(f.Fixes) == 0 {
					t.Errorf("%s:%d has no fix: %s", f.File, f.Line, f.Message)
				}
			}
			checkFix(t, p)
		})
	}
}

// TestCases does the same with the cases of all rules, of which only some can be fixed.
func TestCases(t *testing.T) {
	cases, err := casetest.List("../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	total, fixed := 0, 0
	for _, lang := range []string{"c", "cpp"} { // these are read together first: most of them have nothing to fix
		dir, err := filepath.Abs(filepath.Join("../testdata/cases", lang))
		if err != nil {
			t.Fatal(err)
		}
		list := program{dir, "."}.findings(t)
		total += len(list)
		cases = slices.DeleteFunc(cases, func(c casetest.Case) bool {
			return strings.HasPrefix(c.Name, lang+"/") && fixable(in(list, strings.TrimPrefix(c.Name, lang+"/"))) == 0
		})
	}
	for _, c := range cases {
		p := layOut(t, c)
		list := p.findings(t)
		if strings.HasPrefix(c.Name, "go/") {
			total += len(list)
		}
		if n := fixable(list); n > 0 {
			fixed += n
			t.Run(c.Name, func(t *testing.T) { checkFix(t, p) })
		}
	}
	t.Logf("%d of %d findings of the cases have a fix", fixed, total)
	if fixed == 0 {
		t.Error("no case has a fix")
	}
}

// in returns the findings in a file or below a folder.
func in(list []finding, name string) []finding {
	var out []finding
	for _, f := range list {
		if f.File == name || strings.HasPrefix(f.File, name+"/") {
			out = append(out, f)
		}
	}
	return out
}

// TestKeep checks that what is not provable gets no fix, though it is reported.
func TestKeep(t *testing.T) {
	for _, path := range glob(t, "testdata/keep/*") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			p := layOut(t, casetest.Case{Name: path, Path: path})
			list := p.findings(t)
			if len(list) < 3 {
				t.Errorf("%d findings only", len(list))
			}
			for _, f := range list {
				for _, x := range f.Fixes {
					t.Errorf("%s:%d: %s: a fix is offered: %s", f.File, f.Line, f.Message, x.Message)
				}
			}
			if diff := p.mpivet(t, "-fix-diff"); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil || len(list) == 0 {
		t.Fatalf("%s: %v, %v", pattern, list, err)
	}
	return list
}

// checkFix fixes a program: the fixed findings are gone, no other one comes, what -fix-diff prints is what -fix does, and the
// program compiles and prints what it did before.
func checkFix(t *testing.T, p program) {
	before := p.findings(t)
	said := outputs(t, p)
	diff := p.mpivet(t, "-fix-diff")
	patched := copyOf(t, p)
	if err := os.WriteFile(filepath.Join(patched.dir, "fix.patch"), []byte(diff), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := patched.run(t, nil, "git", "apply", "fix.patch"); err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	p.mpivet(t, "-fix")
	if rest := p.mpivet(t, "-fix-diff"); rest != "" {
		t.Errorf("after -fix there is more to fix:\n%s", rest)
	}
	sameSources(t, p, patched)
	after := p.findings(t)
	if want := len(before) - fixable(before); len(after) != want {
		t.Errorf("%d findings of %d are left, want %d:\n%s", len(after), len(before), want, diff)
	}
	for _, f := range after {
		if !slices.ContainsFunc(before, func(b finding) bool { return b.Rule == f.Rule && b.Function == f.Function && len(b.Fixes) == 0 }) {
			t.Errorf("new: %s:%d: %s\n%s", f.File, f.Line, f.Message, diff)
		}
	}
	for how, text := range outputs(t, p) {
		if text != said[how] {
			t.Errorf("%s: it printed\n%s\nand now\n%s\n%s", how, said[how], text, diff)
		}
	}
}

func copyOf(t *testing.T, p program) program {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(p.dir)); err != nil {
		t.Fatal(err)
	}
	return program{dir, p.arg}
}

func sources(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	for _, ext := range []string{"*.c", "*.cc", "*.go"} {
		list, _ := filepath.Glob(filepath.Join(dir, ext))
		out = append(out, list...)
	}
	return out
}

func sameSources(t *testing.T, a, b program) {
	t.Helper()
	for _, path := range sources(t, a.dir) {
		one, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		two, err := os.ReadFile(filepath.Join(b.dir, filepath.Base(path)))
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s: -fix and -fix-diff differ: %v", path, err)
		}
	}
}

// outputs compiles the program with each MPI that is here and runs it on four ranks. Lines are sorted: ranks print in any order.
func outputs(t *testing.T, p program) map[string]string {
	t.Helper()
	out := map[string]string{}
	list := sources(t, p.dir)
	if len(list) == 0 {
		return out
	}
	if filepath.Ext(list[0]) == ".go" {
		if _, err := p.run(t, nil, "go", "vet", "./..."); err != nil {
			t.Error(err)
		}
		if text, err := p.run(t, nil, "go", "run", "."); err == nil {
			out["go run"] = text
		}
		return out
	}
	for _, mpi := range []string{"mpich", "openmpi"} {
		if text, ran := runMPI(t, p, mpi, list); ran {
			out[mpi] = text
		}
	}
	return out
}

func runMPI(t *testing.T, p program, mpi string, list []string) (text string, ran bool) {
	t.Helper()
	compiler, std := "mpicc."+mpi, "-std=c11"
	if filepath.Ext(list[0]) == ".cc" {
		compiler, std = "mpicxx."+mpi, "-std=c++17"
	}
	if _, err := exec.LookPath(compiler); err != nil {
		t.Logf("no %s here: what it compiles is not looked at", compiler)
		return "", false
	}
	program := filepath.Join(t.TempDir(), "program")
	args := append([]string{std, "-D_GNU_SOURCE", "-O1", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-Wno-unused", "-Wno-sign-compare", "-Wno-stringop-overflow", "-o", program}, list...)
	if _, err := p.run(t, nil, compiler, append(args, "-lm")...); err != nil {
		if strings.Contains(err.Error(), "undefined reference to `main'") {
			return "", false // a library
		}
		t.Error(err)
		return "", false
	}
	if _, err := exec.LookPath("mpiexec." + mpi); err != nil {
		t.Logf("no mpiexec.%s here: the program is not run", mpi)
		return "", false
	}
	run := []string{"-n", "4", program}
	if mpi == "openmpi" {
		run = append([]string{"--oversubscribe"}, run...)
	}
	env := []string{"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_btl_vader_single_copy_mechanism=none"}
	got, err := p.run(t, env, "mpiexec."+mpi, run...)
	if err != nil {
		t.Error(err)
	}
	lines := strings.Split(got, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n"), true
}
