package debsrc

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSourceLines(t *testing.T) {
	text := `# comment
deb [signed-by=/k.gpg  arch=amd64] mirror://m/debian stable main contrib # the archive
deb-src mirror://m/debian stable main
deb mirror://vendor/ ./
deb mirror://vendor/apt sdk tools
#deb mirror://m/debian old main
`
	// Three fields of options and one of a component must not be confused with the four that an entry needs.
	want := []string{
		"deb-src [signed-by=/k.gpg arch=amd64] mirror://m/debian stable main contrib",
		"deb-src mirror://m/debian stable main",
	}
	if d := cmp.Diff(want, sourceLines(text)); d != "" {
		t.Error(d)
	}
}

func TestSourceStanzas(t *testing.T) {
	text := `# header
Types: deb
URIs: mirror://m/debian
Suites: stable stable-updates
Components: main
Signed-By:
 -----BEGIN-----
 abc
 -----END-----

Types: deb
URIs: mirror://m/off
Suites: stable
Components: main
Enabled: no

Types: deb
URIs: mirror://vendor
Suites: x
Components: sdk

types: deb deb-src
URIs: mirror://m/security
Suites: s
components: main
`
	want := []string{
		"Types: deb-src\nURIs: mirror://m/debian\nSuites: stable stable-updates\nComponents: main\nSigned-By:\n -----BEGIN-----\n abc\n -----END-----\n",
		"Types: deb-src\nURIs: mirror://m/security\nSuites: s\ncomponents: main\n",
	}
	if d := cmp.Diff(want, sourceStanzas(text)); d != "" {
		t.Error(d)
	}
}

func TestReadSources(t *testing.T) {
	dir := t.TempDir()
	parts := filepath.Join(dir, "parts")
	write(t, filepath.Join(parts, "a.list"), "deb mirror://a s main\n")
	write(t, filepath.Join(parts, "b.sources"), "Types: deb\nURIs: mirror://b\nSuites: s\nComponents: main\n")
	write(t, filepath.Join(parts, "c.list.disabled"), "deb mirror://c s main\n")
	set, err := readSources(filepath.Join(dir, "missing.list"), parts)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"deb-src mirror://a s main"}, set.lines); d != "" {
		t.Error(d)
	}
	if len(set.stanzas) != 1 {
		t.Errorf("stanzas: %q", set.stanzas)
	}
	if err := set.write(dir); err != nil {
		t.Error(err)
	}
	if err := (sourceSet{}).write(dir); err == nil {
		t.Error("an empty set was written without an error")
	}
}

func TestShellVars(t *testing.T) {
	got := shellVars("A='/etc/apt/sources.list'\nB='it'\\''s'\nC=\n")
	if d := cmp.Diff(map[string]string{"A": "/etc/apt/sources.list", "B": "it's"}, got); d != "" {
		t.Error(d)
	}
}

func TestDSCVersion(t *testing.T) {
	dir := t.TempDir()
	if _, err := dscVersion(dir); err == nil {
		t.Error("no description, no error")
	}
	write(t, filepath.Join(dir, "p.dsc"), "Format: 3.0 (quilt)\nSource: p\nVersion: 1:2.3~rc1-4\n")
	if v, err := dscVersion(dir); err != nil || v != "1:2.3~rc1-4" {
		t.Errorf("version %q, %v", v, err)
	}
	write(t, filepath.Join(dir, "p.dsc"), "Version: 1/../..\n")
	if _, err := dscVersion(dir); err == nil {
		t.Error("a version that leaves the cache was accepted")
	}
}

func TestGetRefusesNames(t *testing.T) {
	c := &Cache{Dir: t.TempDir()}
	for _, name := range []string{"", "-o", "../x", "A", "a b"} {
		if _, err := c.Get(context.Background(), name, ""); err == nil {
			t.Errorf("name %q was accepted", name)
		}
	}
}

func TestUnpackOrigAndCache(t *testing.T) {
	if _, err := exec.LookPath("tar"); err != nil {
		t.Skip("no tar")
	}
	dir := t.TempDir()
	writeTar(t, filepath.Join(dir, "p_1.0.orig.tar.gz"), "p-1.0/src/a.c")
	writeTar(t, filepath.Join(dir, "p_1.0.orig-docs.tar.gz"), "docs-1/d.c")
	writeTar(t, filepath.Join(dir, "p_1.0-1.debian.tar.gz"), "debian/rules")
	if err := unpackOrig(context.Background(), dir); err != nil {
		t.Fatal(err)
	}
	c := &Cache{Dir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(c.Dir, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, unpacked), c.dirOf("p1", "1:1.0-1")); err != nil {
		t.Fatal(err)
	}
	s, err := c.Get(context.Background(), "p1", "1:1.0-1")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"src/a.c", "docs/d.c"} {
		if _, err := os.Stat(filepath.Join(s.Root, f)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(s.Root, "debian")); err == nil {
		t.Error("the distribution's part was unpacked")
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeTar(t *testing.T, name string, files ...string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	for _, n := range files {
		if err := w.WriteHeader(&tar.Header{Name: n, Mode: 0o644, Size: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("\n")); err != nil {
			t.Fatal(err)
		}
	}
	for _, close := range []func() error{w.Close, z.Close, f.Close} {
		if err := close(); err != nil {
			t.Fatal(err)
		}
	}
}
