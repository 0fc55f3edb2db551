// Package debsrc fetches Debian source packages into a cache of its own and unpacks their upstream archives. It never runs, builds or
// patches anything of a package.
//
// The archives are those that the system's apt is configured with, read at run time and asked for sources instead of binaries. apt's
// lists, downloads and sources entries of this program live in the cache folder, so the system's own state is not touched and no
// privileges are needed. apt checks the signatures and digests.
package debsrc

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// A Cache is a folder with unpacked source packages and apt's private state.
type Cache struct {
	Dir string
	// Log receives a line on each slow step; it may be nil.
	Log func(format string, args ...any)

	updated bool
}

// A Source is an unpacked source package.
type Source struct {
	Name    string
	Version string
	Root    string // the folder that the upstream archive unpacks to
}

// nameRE and versionRE are Debian policy's forms: they keep names that reach paths and command lines harmless.
var (
	nameRE    = regexp.MustCompile(`^[a-z0-9][a-z0-9+.-]+$`)
	versionRE = regexp.MustCompile(`^[0-9][A-Za-z0-9.+~:-]*$`)
)

// DefaultDir returns the folder below the user's cache folder that the cache lives in.
func DefaultDir() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache folder: %w", err)
	}
	return filepath.Join(base, "mpivet-realcheck"), nil
}

// Get returns the source package, unpacked in the cache. An empty version means the newest that apt offers, which always asks apt; a
// given version is taken from the cache where it is there.
func (c *Cache) Get(ctx context.Context, name, version string) (*Source, error) {
	if !nameRE.MatchString(name) || version != "" && !versionRE.MatchString(version) {
		return nil, fmt.Errorf("%q is no package name and version", strings.TrimSpace(name+" "+version))
	}
	if version != "" {
		if s, err := c.cached(name, version); err == nil {
			return s, nil
		}
	}
	if err := c.update(ctx); err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp(c.Dir, "get-")
	if err != nil {
		return nil, fmt.Errorf("making a folder in the cache: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := c.download(ctx, tmp, name, version); err != nil {
		return nil, err
	}
	got, err := dscVersion(tmp)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", name, err)
	}
	if s, err := c.cached(name, got); err == nil {
		return s, nil
	}
	if err := unpackOrig(ctx, tmp); err != nil {
		return nil, fmt.Errorf("package %s %s: %w", name, got, err)
	}
	if err := os.Rename(filepath.Join(tmp, unpacked), c.dirOf(name, got)); err != nil && !os.IsExist(err) {
		return nil, fmt.Errorf("keeping package %s: %w", name, err)
	}
	return c.cached(name, got)
}

func (c *Cache) dirOf(name, version string) string {
	return filepath.Join(c.Dir, "src", name+"_"+strings.ReplaceAll(version, ":", "%3a"))
}

// cached returns the package if it is in the cache whole. It arrives there by a rename, so a folder that exists is complete.
func (c *Cache) cached(name, version string) (*Source, error) {
	dir := c.dirOf(name, version)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	root := dir
	if len(entries) == 1 && entries[0].IsDir() {
		root = filepath.Join(dir, entries[0].Name())
	}
	return &Source{Name: name, Version: version, Root: root}, nil
}

// update fetches apt's lists of source packages, once per Cache value.
func (c *Cache) update(ctx context.Context) error {
	if c.updated {
		return nil
	}
	for _, d := range []string{"src", "apt/parts", "apt/lists/partial", "apt/cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(c.Dir, d), 0o755); err != nil {
			return fmt.Errorf("making the cache: %w", err)
		}
	}
	list, parts, err := aptPaths(ctx)
	if err != nil {
		return err
	}
	set, err := readSources(list, parts)
	if err != nil {
		return err
	}
	if err := set.write(filepath.Join(c.Dir, "apt/parts")); err != nil {
		return err
	}
	c.logf("fetching the lists of source packages")
	if err := run(ctx, c.Dir, "apt-get", append(c.aptOptions(), "-q", "update")...); err != nil {
		return fmt.Errorf("updating the lists of source packages: %w", err)
	}
	c.updated = true
	return nil
}

func (c *Cache) aptOptions() []string {
	apt := filepath.Join(c.Dir, "apt")
	return []string{
		"-o", "Dir::Etc::sourcelist=/dev/null",
		"-o", "Dir::Etc::sourceparts=" + filepath.Join(apt, "parts"),
		"-o", "Dir::State::lists=" + filepath.Join(apt, "lists"),
		"-o", "Dir::Cache=" + filepath.Join(apt, "cache"),
	}
}

func (c *Cache) download(ctx context.Context, dir, name, version string) error {
	want := name
	if version != "" {
		want += "=" + version
	}
	c.logf("downloading %s", want)
	args := append(c.aptOptions(), "-q", "source", "--download-only", "--only-source", want)
	if err := run(ctx, dir, "apt-get", args...); err != nil {
		return fmt.Errorf("downloading %s: %w", want, err)
	}
	return nil
}

func (c *Cache) logf(format string, args ...any) {
	if c.Log != nil {
		c.Log(format, args...)
	}
}

// aptPaths asks apt for the places of its sources files.
func aptPaths(ctx context.Context) (list, parts string, err error) {
	out, err := exec.CommandContext(ctx, "apt-config", "shell", "LIST", "Dir::Etc::sourcelist/f", "PARTS", "Dir::Etc::sourceparts/d").Output()
	if err != nil {
		return "", "", fmt.Errorf("asking apt for its sources (source packages need a Debian-like system): %w", err)
	}
	vars := shellVars(string(out))
	return vars["LIST"], vars["PARTS"], nil
}

// shellVars reads NAME='value' lines as apt-config prints them.
func shellVars(text string) map[string]string {
	vars := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok || len(value) < 2 || value[0] != '\'' || value[len(value)-1] != '\'' {
			continue
		}
		vars[name] = strings.ReplaceAll(value[1:len(value)-1], `'\''`, `'`)
	}
	return vars
}

// run starts a program and puts what it wrote into the error when it fails.
func run(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, strings.TrimSpace(out.String()))
	}
	return nil
}
