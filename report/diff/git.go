package diff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strings"
)

// FromRev returns what the working tree of the repository that dir lies in has changed since a revision. Files that git does not
// know, and does not ignore, are new throughout.
func FromRev(ctx context.Context, dir, rev string) (*Changes, error) {
	g := git{ctx, dir}
	commit, err := g.commit(rev)
	if err != nil {
		return nil, err
	}
	return g.since(commit)
}

// FromMergeBase returns what changed since the working tree's branch left the one of a revision.
func FromMergeBase(ctx context.Context, dir, rev string) (*Changes, error) {
	g := git{ctx, dir}
	commit, err := g.commit(rev)
	if err != nil {
		return nil, err
	}
	out, err := g.run("merge-base", commit, "HEAD")
	if err != nil {
		return nil, fmt.Errorf("%q and HEAD have no common ancestor here, perhaps because the clone is shallow", rev)
	}
	return g.since(strings.TrimSpace(string(out)))
}

type git struct {
	ctx context.Context
	dir string
}

// run runs git in a way that neither the repository's configuration nor its attributes start other programs or change the form of
// what it prints.
func (g git) run(args ...string) ([]byte, error) {
	cmd := exec.CommandContext(g.ctx, "git", append([]string{"-c", "core.fsmonitor=false", "-c", "core.quotePath=true"}, args...)...)
	cmd.Dir = g.dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		first, _, _ := strings.Cut(string(bytes.TrimSpace(exit.Stderr)), "\n")
		return nil, errors.New(strings.TrimPrefix(first, "fatal: "))
	}
	return out, err
}

// commit returns the name of the commit that a revision means.
func (g git) commit(rev string) (string, error) {
	if _, err := g.run("rev-parse", "--git-dir"); err != nil {
		return "", fmt.Errorf("asking git for the changes since %q: %w", rev, err)
	}
	out, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("git knows no revision %q here", rev)
	}
	return strings.TrimSpace(string(out)), nil
}

func (g git) since(commit string) (*Changes, error) {
	top, err := g.run("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("finding the top of the repository: %w", err)
	}
	root := strings.TrimSuffix(string(top), "\n")
	patch, err := g.run("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules", "--unified=0",
		"--src-prefix=a/", "--dst-prefix=b/", commit, "--")
	if err != nil {
		return nil, fmt.Errorf("asking git for the changes since %s: %w", commit, err)
	}
	c, err := parse(bytes.NewReader(patch), []string{root})
	if err != nil {
		return nil, err
	}
	g.dir = root
	untracked, err := g.run("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, fmt.Errorf("asking git for new files: %w", err)
	}
	for name := range strings.SplitSeq(string(untracked), "\x00") {
		if name != "" {
			c.files[locate(name, []string{root})] = []span{{1, math.MaxInt}}
		}
	}
	return c, nil
}
