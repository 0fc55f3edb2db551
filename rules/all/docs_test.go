package all

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPages holds the pages in docs/rules against the documentation in the rules; with MPIVET_UPDATE set it writes them.
func TestPages(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "rules")
	pages := map[string]bool{}
	for _, r := range Rules() {
		path := filepath.Join(dir, r.Name+".md")
		pages[path] = true
		if os.Getenv("MPIVET_UPDATE") != "" {
			if err := os.WriteFile(path, []byte(r.Markdown()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(r.Markdown(), string(got)); diff != "" {
			t.Errorf("%s is not what the rule says; `make docs` writes it: %s", path, diff)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if !pages[path] {
			t.Errorf("%s belongs to no rule", path)
		}
	}
}
