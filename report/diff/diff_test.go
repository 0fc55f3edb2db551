package diff

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree makes a folder with files and returns its path.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// check holds the lines of a file that are touched, up to the tenth, against those that should be.
func check(t *testing.T, c *Changes, path, want string) {
	t.Helper()
	var got strings.Builder
	for line := 1; line <= 10; line++ {
		if c.Touches(path, line, line) {
			got.WriteByte(byte('0' + line%10))
		}
	}
	if got.String() != want {
		t.Errorf("%s: lines %s are touched, want %s", path, got.String(), want)
	}
}

func TestPatch(t *testing.T) {
	dir := tree(t, map[string]string{"src/a.c": "", "b.c": "", "new name.c": "", "b/c.c": ""})
	patch := "From nobody\n\ndiff --git a/src/a.c b/src/a.c\nindex 1..2 100644\n--- a/src/a.c\n+++ b/src/a.c\n" +
		"@@ -1,4 +1,6 @@ void f(void)\n one\n+two\n+three\n four\n-gone\n+five\n six\n" +
		"diff --git a/old.c b/old.c\ndeleted file mode 100644\nindex 1..0\n--- a/old.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n" +
		"diff --git \"a/new name.c\" \"b/new name.c\"\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ \"b/new name.c\"\n@@ -0,0 +1,2 @@\n+x\n+y\n" +
		"--- a/b.c\t2020-01-01\n+++ b/b.c\t2020-01-02\n@@ -3,2 +3,2 @@\n x\n-y\n+z\n" +
		"--- b/c.c\n+++ b/c.c\n@@ -1,1 +1,1 @@\n-y\n+z\n"
	path := filepath.Join(dir, "p.patch")
	write(t, path, patch)
	for _, at := range []string{dir, filepath.Join(dir, "src")} {
		if at != dir {
			write(t, filepath.Join(dir, ".git", "HEAD"), "")
		}
		c, err := FromPatch(path, at, nil)
		if err != nil {
			t.Fatal(err)
		}
		check(t, c, filepath.Join(dir, "src/a.c"), "235")
		check(t, c, filepath.Join(dir, "new name.c"), "12")
		check(t, c, filepath.Join(dir, "b.c"), "4")
		check(t, c, filepath.Join(dir, "b/c.c"), "1")
		check(t, c, filepath.Join(dir, "old.c"), "")
		if !c.Touches(filepath.Join(dir, "src/a.c"), 4, 7) || c.Touches(filepath.Join(dir, "src/a.c"), 6, math.MaxInt) {
			t.Error("a range touches when any of its lines does")
		}
	}
	c, err := FromPatch("-", dir, strings.NewReader(patch))
	if err != nil {
		t.Fatal(err)
	}
	check(t, c, filepath.Join(dir, "src/a.c"), "235")
	if _, err := FromPatch("-", dir, strings.NewReader("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n+x\n")); err == nil {
		t.Error("a broken patch was read")
	}
	if _, err := FromPatch(filepath.Join(dir, "none"), dir, nil); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// gitIn returns a function that runs git in dir.
func gitIn(t *testing.T, dir string) func(args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	return func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

func TestRevisions(t *testing.T) {
	dir := tree(t, map[string]string{"src/a.c": "1\n2\n3\n", "b.c": "1\n2\n", ".gitignore": "*.o\n", "ä\n.c": "1\n"})
	git := gitIn(t, dir)
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	git("checkout", "-q", "-b", "topic")
	write(t, filepath.Join(dir, "src/a.c"), "1\nx\n2\n3\n")
	git("commit", "-q", "-a", "-m", "two")
	git("checkout", "-q", "main")
	write(t, filepath.Join(dir, "b.c"), "1\n2\n3\n")
	git("commit", "-q", "-a", "-m", "three")
	git("checkout", "-q", "topic")
	write(t, filepath.Join(dir, "src/a.c"), "1\nx\n2\n3\ny\n")
	write(t, filepath.Join(dir, "ä\n.c"), "1\n2\n")
	write(t, filepath.Join(dir, "src/fresh.c"), "1\n")
	write(t, filepath.Join(dir, "c.o"), "1\n")

	// The user's settings must not change what is read.
	trap := filepath.Join(dir, "trap")
	git("config", "diff.noprefix", "true")
	git("config", "diff.external", "touch "+trap+"; false")
	git("config", "core.fsmonitor", "touch "+trap+"; false")
	git("config", "color.ui", "always")
	git("config", "diff.relative", "true")

	sub := filepath.Join(dir, "src")
	base, err := FromMergeBase(t.Context(), sub, "main")
	if err != nil {
		t.Fatal(err)
	}
	check(t, base, filepath.Join(dir, "src/a.c"), "25")
	check(t, base, filepath.Join(dir, "b.c"), "")
	check(t, base, filepath.Join(dir, "ä\n.c"), "2")
	check(t, base, filepath.Join(dir, "src/fresh.c"), "1234567890")
	check(t, base, filepath.Join(dir, "c.o"), "")
	head, err := FromRev(t.Context(), sub, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	check(t, head, filepath.Join(dir, "src/a.c"), "5")
	if _, err := os.Stat(trap); err == nil {
		t.Error("a program named in the repository's configuration was run")
	}

	for rev, want := range map[string]string{
		"none": `git knows no revision "none" here`, "--output=x": `git knows no revision "--output=x" here`, "HEAD:b.c": "git knows no revision",
	} {
		if _, err := FromRev(t.Context(), dir, rev); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rev, err)
		}
	}
	git("checkout", "-q", "--orphan", "alone")
	git("commit", "-q", "-m", "four")
	if _, err := FromMergeBase(t.Context(), dir, "main"); err == nil || !strings.Contains(err.Error(), "no common ancestor") {
		t.Error(err)
	}
	if _, err := FromRev(t.Context(), t.TempDir(), "HEAD"); err == nil || !strings.Contains(err.Error(), "not a git repository") {
		t.Error(err)
	}
}

// TestForms: whatever git is told about the form of its patches, they mean the same.
func TestForms(t *testing.T) {
	dir := tree(t, map[string]string{"src/a.c": "1\n2\n3\n", "src/deep/b.c": "1\n", "src/old.c": "1\n2\n3\n4\n5\n6\n", "src/gone.c": "far away\n", "src/ö x.c": "1\n"})
	git := gitIn(t, dir)
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	write(t, filepath.Join(dir, "src/a.c"), "1\n-- x\n++ y\n2\n3\n")
	write(t, filepath.Join(dir, "src/deep/b.c"), "1\n2") // without an end of line
	write(t, filepath.Join(dir, "src/ö x.c"), "1\n2\n")
	write(t, filepath.Join(dir, "src/new.c"), "1\n2\n")
	git("mv", "src/old.c", "src/renamed.c")
	write(t, filepath.Join(dir, "src/renamed.c"), "1\n2\n3\n4\n5\n6\n7\n")
	git("rm", "-q", "src/gone.c")
	git("add", "-A")
	for _, args := range [][]string{
		{}, {"--no-prefix"}, {"--src-prefix=i/", "--dst-prefix=w/"}, {"-U0"}, {"--no-prefix", "-U0", "-M"}, {"-M"}, {"--no-renames"}, {"--stat", "-p"}, {"--binary"},
	} {
		path := filepath.Join(t.TempDir(), "patch")
		git(append([]string{"diff", "--output=" + path, "HEAD"}, args...)...)
		c, err := FromPatch(path, filepath.Join(dir, "src"), nil)
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		check(t, c, filepath.Join(dir, "src/a.c"), "23")
		check(t, c, filepath.Join(dir, "src/deep/b.c"), "2")
		check(t, c, filepath.Join(dir, "src/ö x.c"), "2")
		check(t, c, filepath.Join(dir, "src/new.c"), "12")
		if slices.Contains(args, "--no-renames") {
			check(t, c, filepath.Join(dir, "src/renamed.c"), "1234567")
		} else {
			check(t, c, filepath.Join(dir, "src/renamed.c"), "7")
		}
		check(t, c, filepath.Join(dir, "src/gone.c"), "")
		if t.Failed() {
			t.Fatalf("with %q", args)
		}
	}
}
