package debsrc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// unpacked is the folder, in the download's, that the upstream archive is unpacked into.
const unpacked = "unpacked"

// origRE matches the upstream archive of a source package; componentRE its additional ones, which unpack into a folder of the main one.
var (
	origRE      = regexp.MustCompile(`\.orig\.tar\.(gz|xz|bz2|zst)$`)
	nativeRE    = regexp.MustCompile(`\.tar\.(gz|xz|bz2|zst)$`)
	componentRE = regexp.MustCompile(`\.orig-([A-Za-z0-9-]+)\.tar\.(gz|xz|bz2|zst)$`)
	debianRE    = regexp.MustCompile(`\.debian\.tar\.`)
)

// unpackOrig unpacks the upstream archive in dir, and its components, into dir/unpacked. The distribution's patches are not applied.
func unpackOrig(ctx context.Context, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("reading the download: %w", err)
	}
	var orig string
	components := map[string]string{}
	for _, e := range entries {
		name := e.Name()
		switch m := componentRE.FindStringSubmatch(name); {
		case m != nil:
			components[m[1]] = name
		case origRE.MatchString(name):
			orig = name
		case orig == "" && nativeRE.MatchString(name) && !debianRE.MatchString(name):
			orig = name
		}
	}
	if orig == "" {
		return fmt.Errorf("the download has no upstream archive")
	}
	out := filepath.Join(dir, unpacked)
	if err := untar(ctx, dir, orig, out, 0); err != nil {
		return err
	}
	top, err := os.ReadDir(out)
	if err != nil {
		return fmt.Errorf("reading the unpacked archive: %w", err)
	}
	root := out
	if len(top) == 1 && top[0].IsDir() {
		root = filepath.Join(out, top[0].Name())
	}
	for component, name := range components {
		if err := untar(ctx, dir, name, filepath.Join(root, component), 1); err != nil {
			return err
		}
	}
	return nil
}

// untar unpacks an archive with the system's tar, which refuses absolute names and those that climb out, and picks the decompressor.
func untar(ctx context.Context, dir, archive, out string, strip int) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("unpacking %s: %w", archive, err)
	}
	err := run(ctx, dir, "tar", "-x", "-f", archive, "-C", out, "--no-same-owner", "--no-same-permissions", fmt.Sprintf("--strip-components=%d", strip))
	if err != nil {
		return fmt.Errorf("unpacking %s: %w", archive, err)
	}
	return nil
}

// dscVersion returns the version that the one description file in dir states.
func dscVersion(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.dsc"))
	if err != nil || len(files) != 1 {
		return "", fmt.Errorf("the download has %d description files, want one", len(files))
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return "", fmt.Errorf("reading the description: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(line, "Version:"); ok {
			v = strings.TrimSpace(v)
			if !versionRE.MatchString(v) {
				return "", fmt.Errorf("the description states the version %q", v)
			}
			return v, nil
		}
	}
	return "", fmt.Errorf("the description states no version")
}
