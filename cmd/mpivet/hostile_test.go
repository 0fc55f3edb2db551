package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// hostileNames are names of files that would do something to a terminal, to a CI server or to a page, if they were printed as
// they are.
var hostileNames = []string{
	"a\nb.c",
	"c\r\n::error file=d.c::pwned.c",
	"%0A::error::pwned.c",
	"::error file=x.c,line=1::pwned.c",
	" ::warning::pwned.c",
	"##[set-env name=PATH]pwned.c",
	"##vso[task.setvariable variable=PATH]pwned.c",
	"<script>alert(1)<.c",
	"x\" onmouseover=\"alert(1)'.c",
	"]]>&amp;{{.}}.c",
	"\x1b[2J\x1b]0;title\x07.c",
	"\u202ec.exe\u2066.c",
	"\u009b31m.c",
	"$(touch trap)`touch trap`;touch trap.c",
	"-o=trap.c",
	"[link](javascript:alert).c",
	"a,b:c;d.c",
	"not\xffutf8.c",
}

const hostileBody = `#include <mpi.h>
#include <stdlib.h>
#include "../outside/helper.h"
#line 5 "../../etc/passwd"
void *take(int n) { return malloc(n); } /* ` + "\x1b[2J \u202e ##[error] <script>alert(1)</script>" + ` */
void run(int n, int peer)
{
    for (int i = 0; i < 100; i++) {
        char *p = malloc(n); /* ` + "\x1b[2J \u202e ##[error] <script>alert(1)</script>" + ` */
        MPI_Send(p, n, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
        free(p);
    }
}
`

const hostileGo = `package app

import "example.org/app/mpi"

func run(c *mpi.Communicator, n, next int) {
	for i := 0; i < 100; i++ {
//line ::error file=x::../../../../etc/passwd:1
		row := make([]float64, n)
		c.Send(row, next)
	}
}
`

// hostileProject makes a project whose names and texts are hostile and returns its folder.
func hostileProject(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "project")
	files := map[string]string{
		"project/go.mod":      "module example.org/app\n\ngo 1.24\n\nrequire github.com/cpmech/gosl v0.0.0\n\nreplace github.com/cpmech/gosl => ./stub\n",
		"project/app/app.go":  strings.ReplaceAll(hostileGo, "example.org/app/mpi", "github.com/cpmech/gosl/mpi"),
		"project/stub/go.mod": "module github.com/cpmech/gosl\n",
		"project/stub/mpi/mpi.go": "package mpi\n\n// Communicator is a group of processes.\ntype Communicator struct{ n int }\n\n" +
			"// Send sends.\nfunc (c *Communicator) Send(vals []float64, toID int) { c.n += len(vals) }\n",
		"etc/passwd":       "root:x:0:0\nroot:x:0:0\n", // which a line directive names
		"outside/helper.h": "static inline int helper(void) { return 1; }\n",
		"outside/secret.c": strings.ReplaceAll(hostileBody, "helper.h", "../outside/helper.h"),
	}
	for _, name := range hostileNames {
		files["project/"+name] = hostileBody
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Skipf("this file system does not take %q: %v", name, err)
		}
	}
	for link, to := range map[string]string{"link.c": "../outside/secret.c", "out": "../outside"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	return dir
}

// TestHostileProject: no form lets a name or a text of the project out as anything but text.
func TestHostileProject(t *testing.T) {
	dir := hostileProject(t)
	for _, form := range formNames {
		args := []string{"-format", form, "-v"}
		if form == "text" {
			args = append(args, "-c", "1", "-color", "never")
		}
		cmd := exec.Command(filepath.Join(binDir, "mpivet"), args...)
		cmd.Dir = dir
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitFindings {
			t.Fatalf("%s: %v\n%s", form, err, stderr.String())
		}
		harmless(t, form, stdout.Bytes())
		harmless(t, form+", standard error", stderr.Bytes())
		if files := filesIn(t, form, stdout.Bytes()); files != nil {
			want := slices.Clone(hostileNames)
			for i := range want {
				want[i] = strings.ToValidUTF8(want[i], "\uFFFD")
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, files); diff != "" {
				t.Errorf("%s: the names of files: %s", form, diff)
			}
		}
	}
	for _, name := range []string{"trap", "trap.c"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was made", name)
		}
	}
}

var ownCommand = regexp.MustCompile(`^::(warning|notice) file=[^,]*,line=\d+(,endLine=\d+,col=\d+,endColumn=\d+)?,title=mpivet (freshbuf|heapchurn)::`)

// harmless reports what a terminal or a CI server would take for more than text.
func harmless(t *testing.T, what string, text []byte) {
	t.Helper()
	for line := range strings.SplitSeq(string(text), "\n") {
		for _, r := range line {
			if r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError && !utf8.ValidString(line) {
				t.Errorf("%s: %q has the character %q", what, line, r)
				break
			}
		}
		if strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
			t.Errorf("%s: %q holds a command", what, line)
		}
		if strings.HasPrefix(strings.TrimSpace(line), "::") && !(what == "github" && ownCommand.MatchString(line)) {
			t.Errorf("%s: %q is a command", what, line)
		}
		if (what == "html" || what == "checkstyle") && strings.Contains(line, "<script>alert") {
			t.Errorf("%s: %q holds markup", what, line)
		}
		if strings.Contains(line, "root:") {
			t.Errorf("%s: %q shows a file that is no source", what, line)
		}
	}
}

// filesIn returns the names of the C files that a report names, sorted, as its readers decode them; nil for forms that are for people.
func filesIn(t *testing.T, form string, text []byte) []string {
	t.Helper()
	var out []string
	add := func(name string) {
		if strings.HasSuffix(name, ".c") && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	switch form {
	case "json":
		var r struct{ Findings []struct{ File string } }
		decode(t, form, text, &r)
		for _, f := range r.Findings {
			add(f.File)
		}
	case "gitlab":
		var r []struct{ Location struct{ Path string } }
		decode(t, form, text, &r)
		for _, f := range r {
			add(f.Location.Path)
		}
	case "rdjson":
		var r struct {
			Diagnostics []struct{ Location struct{ Path string } }
		}
		decode(t, form, text, &r)
		for _, f := range r.Diagnostics {
			add(f.Location.Path)
		}
	case "sarif":
		var r struct {
			Runs []struct {
				Results []struct {
					Locations []struct {
						PhysicalLocation struct {
							ArtifactLocation struct{ URI string }
						}
					}
				}
			}
		}
		decode(t, form, text, &r)
		for _, f := range r.Runs[0].Results {
			u, err := url.Parse(f.Locations[0].PhysicalLocation.ArtifactLocation.URI)
			if err != nil || u.Scheme != "" && u.Scheme != "file" || u.RawQuery != "" || u.Fragment != "" {
				t.Fatalf("%s: %v, %v", form, u, err)
			}
			add(strings.ToValidUTF8(u.Path, "\uFFFD"))
		}
	case "checkstyle":
		dec := xml.NewDecoder(bytes.NewReader(text))
		var r struct {
			Files []struct {
				Name string `xml:"name,attr"`
			} `xml:"file"`
		}
		if err := dec.Decode(&r); err != nil || len(r.Files) < len(hostileNames) {
			t.Errorf("%s: %d files, %v", form, len(r.Files), err)
		}
	}
	slices.Sort(out)
	return out
}

func decode(t *testing.T, form string, text []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatalf("%s: %v", form, err)
	}
}
