package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside")
	link := filepath.Join(dir, "link")
	if err := os.WriteFile(outside, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{filepath.Join(dir, "new"), link, link} {
		if err := Write(path, []byte("ours")); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != "ours" {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	if got, err := os.ReadFile(outside); err != nil || string(got) != "theirs" {
		t.Errorf("a link out of the folder was followed: %q, %v", got, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("something was left behind: %v, %v", list, err)
	}
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if err := Write(filepath.Join(dir, "none", "x"), nil); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
}
