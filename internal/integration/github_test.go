package integration

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// action is what is read of action.yml.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, If, Shell, Run, Uses string
	Env, With                  map[string]string
}

var expression = regexp.MustCompile(`\$\{\{ *([^}]*?) *\}\}`)

// workflow runs the steps of action.yml as GitHub's runner would.
type workflow struct {
	t      *testing.T
	action action
	dir    string            // the checked-out project
	temp   string            // RUNNER_TEMP
	inputs map[string]string // what is given; the defaults are action.yml's
	env    []string
	uses   []string // the actions that were called
	built  bool     // the tests' own mpivet stands for the one that the first step would build
}

func newWorkflow(t *testing.T, dir string, inputs map[string]string, env ...string) *workflow {
	t.Helper()
	w := &workflow{t: t, dir: dir, temp: t.TempDir(), inputs: inputs, env: env, built: true}
	decode(t, read(t, filepath.Join(root, "action.yml")), &w.action)
	if w.action.Runs.Using != "composite" {
		t.Fatalf("action.yml: %+v", w.action)
	}
	for name := range inputs {
		if _, ok := w.action.Inputs[name]; !ok {
			t.Fatalf("action.yml has no input %s", name)
		}
	}
	return w
}

// value works out the expressions that action.yml uses.
func (w *workflow) value(text string) string {
	return expression.ReplaceAllStringFunc(text, func(m string) string {
		e := expression.FindStringSubmatch(m)[1]
		switch name, isInput := strings.CutPrefix(e, "inputs."); {
		case e == "github.action_path":
			return root
		case e == "runner.temp":
			return w.temp
		case isInput:
			if v, ok := w.inputs[name]; ok {
				return v
			}
			return w.action.Inputs[name].Default
		case e == "!cancelled() && inputs.sarif == 'true'":
			return strconv.FormatBool(w.inputs["sarif"] == "true")
		}
		w.t.Fatalf("action.yml: the test does not know %s", m)
		return ""
	})
}

// run runs the steps and returns the status of the first that fails, and what all printed.
func (w *workflow) run() (int, string) {
	w.t.Helper()
	status, log := 0, ""
	path := filepath.Join(w.temp, "path")
	for _, s := range w.action.Runs.Steps {
		if s.If != "" && w.value(s.If) != "true" || s.If == "" && status != 0 {
			continue
		}
		if s.Uses != "" {
			w.uses = append(w.uses, w.value(s.Uses+" "+s.With["sarif_file"]))
			continue
		}
		if w.built && s.Name == "Install mpivet" {
			continue
		}
		added, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			w.t.Fatal(err)
		}
		env := environ(append(w.env, "RUNNER_TEMP="+w.temp, "GITHUB_PATH="+path)...)
		for _, dir := range strings.Fields(string(added)) {
			env = append(env, "PATH="+dir+":"+os.Getenv("PATH"))
		}
		for name, v := range s.Env {
			env = append(env, name+"="+w.value(v))
		}
		code, out := run(w.t, w.dir, env, s.Shell, "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		log += out
		if code != 0 && status == 0 {
			status = code
		}
	}
	return status, log
}

// pullRequest makes a project with findings in old.c and kept.c, clones it, and changes three files on a branch. Depth is that
// of the clone, 0 for all.
func pullRequest(t *testing.T, depth string) string {
	t.Helper()
	origin := project(t, map[string]string{"old.c": exchangeC, "kept.c": strings.ReplaceAll(exchangeC, "exchange", "keep")})
	commit(t, origin)
	must(t, origin, "git", "checkout", "-q", "-b", "topic")
	write(t, filepath.Join(origin, "-o=new file.c"), strings.ReplaceAll(exchangeC, "exchange", "more"))
	write(t, filepath.Join(origin, "old.c"), "/* changed */\n"+exchangeC)
	write(t, filepath.Join(origin, "notes.txt"), "x\n")
	if err := os.Symlink("/etc/passwd", filepath.Join(origin, "link.c")); err != nil {
		t.Fatal(err)
	}
	must(t, origin, "git", "add", "-A")
	must(t, origin, "git", "commit", "-q", "-m", "two")
	must(t, origin, "git", "checkout", "-q", "main")
	write(t, filepath.Join(origin, "unrelated.c"), "int x;\n")
	must(t, origin, "git", "add", "-A")
	must(t, origin, "git", "commit", "-q", "-m", "three")
	must(t, origin, "git", "checkout", "-q", "-b", "merge")
	must(t, origin, "git", "merge", "-q", "--no-edit", "topic")
	dir := filepath.Join(t.TempDir(), "clone")
	args := []string{"clone", "-q", "--branch", "merge", "file://" + origin, dir}
	if depth != "" {
		args = append(args, "--depth", depth)
	}
	must(t, origin, "git", args...)
	return dir
}

func TestGitHubAction(t *testing.T) {
	pull := "GITHUB_BASE_REF=main"
	for _, c := range []struct {
		name, depth string
		inputs      map[string]string
		env         []string
		status      int
		files       []string
	}{
		{"changed files", "", nil, []string{pull}, 1, []string{"-o=new file.c", "old.c"}},
		{"shallow clone", "1", nil, []string{pull}, 1, []string{"-o=new file.c", "old.c"}},
		{"changed lines", "", map[string]string{"report": "changed-lines"}, []string{pull}, 1, []string{"-o=new file.c"}},
		{"all", "", map[string]string{"report": "all"}, []string{pull}, 1, []string{"-o=new file.c", "old.c", "kept.c"}},
		{"push", "1", nil, nil, 1, []string{"-o=new file.c", "old.c", "kept.c"}},
		{"no failure", "", map[string]string{"fail": "false"}, []string{pull}, 0, []string{"-o=new file.c", "old.c"}},
		{"arguments", "", map[string]string{"args": "-rules  alltoall,heapchurn"}, []string{pull}, 0, nil},
		{"wrong", "", map[string]string{"report": "changes"}, []string{pull}, 2, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkflow(t, pullRequest(t, c.depth), c.inputs, c.env...)
			status, out := w.run()
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			found(t, out, c.files...)
			if n := strings.Count(out, "\n::warning file="); n != len(c.files) {
				t.Errorf("%d annotations, want %d:\n%s", n, len(c.files), out)
			}
			if len(w.uses) != 2 {
				t.Errorf("called %q", w.uses)
			}
		})
	}
}

func TestGitHubActionSARIF(t *testing.T) {
	w := newWorkflow(t, pullRequest(t, ""), map[string]string{"sarif": "true"}, "GITHUB_BASE_REF=main")
	w.built = false
	if status, out := w.run(); status != 1 {
		t.Errorf("status %d\n%s", status, out)
	}
	if _, err := os.Stat(filepath.Join(w.temp, "mpivet", "mpivet")); err != nil {
		t.Errorf("the action has not built mpivet: %v", err)
	}
	file := filepath.Join(w.temp, "mpivet", "mpivet.sarif")
	if kept, err := os.ReadDir(filepath.Join(w.temp, "mpivet", "cache")); err != nil || len(kept) == 0 {
		t.Errorf("nothing is kept between runs: %v", err)
	}
	if n := strings.Count(read(t, file), `"ruleId": "freshbuf"`); n != 3 {
		t.Errorf("%d findings in the file, want all 3", n)
	}
	if len(w.uses) != 3 || w.uses[2] != "github/codeql-action/upload-sarif@v3 "+file {
		t.Errorf("called %q", w.uses)
	}
}

func TestGitHubActionWithoutSources(t *testing.T) {
	dir := pullRequest(t, "")
	must(t, dir, "git", "checkout", "-q", "-B", "docs", "origin/main")
	write(t, filepath.Join(dir, "notes.txt"), "y\n")
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-q", "-m", "four")
	status, out := newWorkflow(t, dir, nil, "GITHUB_BASE_REF=main").run()
	if status != 0 || !strings.Contains(out, "no C, C++ or Go source changes") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// TestGitHubWorkflow holds the workflow in the documentation against the action.
func TestGitHubWorkflow(t *testing.T) {
	var doc struct {
		Jobs map[string]struct{ Steps []step }
	}
	decode(t, block(t, "## GitHub", "yaml", 0), &doc)
	steps := doc.Jobs["mpivet"].Steps
	if len(steps) != 2 {
		t.Fatalf("%+v", steps)
	}
	if w := newWorkflow(t, "", steps[1].With); w.value("${{ inputs.report }}") != "changed-files" {
		t.Errorf("%v", steps[1].With)
	}
}
