package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// command is a workflow command as GitHub's runner reads it: two colons after any blanks, a name, properties, two colons, data.
type command struct {
	name, data string
	properties map[string]string
}

// parseCommand reads a line of a log; it reports whether it is a command.
func parseCommand(line string) (command, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
	if !ok {
		return command{}, false
	}
	head, text, ok := strings.Cut(rest, "::")
	if !ok {
		return command{}, false
	}
	name, list, _ := strings.Cut(head, " ")
	c := command{name, unescape(text, "%0D", "\r", "%0A", "\n", "%25", "%"), map[string]string{}}
	for p := range strings.SplitSeq(list, ",") {
		if key, v, ok := strings.Cut(p, "="); ok {
			c.properties[strings.TrimSpace(key)] = unescape(v, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	return c, true
}

// unescape replaces one after the other, as the runner does.
func unescape(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

func commandsIn(text []byte) []command {
	var out []command
	for line := range strings.Lines(string(text)) {
		if c, ok := parseCommand(line); ok {
			out = append(out, c)
		}
	}
	return out
}

func TestGitHub(t *testing.T) {
	r, o := sample(t)
	text := written(t, "github", r, o)
	got := commandsIn(text)
	want := []command{
		{"warning", "buffer is fresh", map[string]string{"file": "b.c", "line": "4", "endLine": "5", "title": "mpivet freshbuf"}},
		{"warning", "buffer \"p\" is fresh; see [this](that)\ncost: 16 µs\nadvice: hoist it",
			map[string]string{"file": "src/ä b.c", "line": "2", "endLine": "2", "col": "28", "endColumn": "36", "title": "mpivet freshbuf"}},
		{"notice", "MPI_Send connects, 100%: all", map[string]string{"file": "b.c", "line": "1", "endLine": "1", "col": "5", "endColumn": "10", "title": "mpivet alltoall"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(command{})); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(string(text), "\nb.c:") + 1; !strings.HasPrefix(string(text), "b.c:1:5: ") || n != 2 {
		t.Errorf("the text lines must come first:\n%s", text)
	}
}

func TestGitHubLimits(t *testing.T) {
	r, o := many(t, 60)
	text := written(t, "github", r, o)
	kinds := map[string]int{}
	for _, c := range commandsIn(text) {
		kinds[c.name]++
		if c.name == "warning" && strings.Contains(c.data, "finding 2 ") {
			t.Error("a finding with a far loop is annotated before those with near ones")
		}
	}
	if kinds["warning"] != 10 || kinds["notice"] != 10 {
		t.Errorf("annotations %v", kinds)
	}
	if !strings.Contains(string(text), "\n20 of 60 findings are annotated") || strings.Count(string(text), "(freshbuf)\n") != 60 {
		t.Errorf("what was left out must be said, and every finding have its line:\n%s", text)
	}
	first, _ := parseCommand(strings.Split(string(text), "\n")[60])
	if first.data != "finding 4" {
		t.Errorf("the first annotation is %q; the one with the nearest loop comes first", first.data)
	}
}
