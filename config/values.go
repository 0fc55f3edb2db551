package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"mpivet/mpi"
	"mpivet/rules"
)

// Size is a number of bytes, written as a number or with a unit: 4096, "16 KiB", "1 MiB".
type Size int64

var sizeForm = regexp.MustCompile(`^([0-9]+) ?(|B|bytes|KiB|MiB|GiB)$`)

var units = map[string]int64{"": 1, "B": 1, "bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// UnmarshalYAML reads a size.
func (s *Size) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return errorAt(n, "%s", notSize(n.Value))
	}
	v, err := ParseSize(n.Value)
	if err != nil {
		return errorAt(n, "%s", err)
	}
	*s = v
	return nil
}

// ParseSize reads a size as the configuration spells it.
func ParseSize(text string) (Size, error) {
	m := sizeForm.FindStringSubmatch(text)
	if m == nil {
		return 0, notSize(text)
	}
	v, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil || v > (1<<62)/units[m[2]] {
		return 0, fmt.Errorf("size %q is too large", text)
	}
	return Size(v * units[m[2]]), nil
}

func notSize(text string) error {
	return fmt.Errorf("%q is no size: a number of bytes, perhaps with KiB, MiB or GiB", text)
}

// UnmarshalYAML reads a severity.
func (s *Severity) UnmarshalYAML(n *yaml.Node) error {
	level, ok := rules.ParseSeverity(n.Value)
	off := n.Value == "off" || n.Tag == "!!bool" && strings.EqualFold(n.Value, "false")
	if n.Kind != yaml.ScalarNode || !ok && !off {
		return errorAt(n, "%q is no severity: note, warning or off", n.Value)
	}
	*s = Severity{Off: off, Level: level}
	return nil
}

// Glob is a pattern of file names in which ** stands for any folders.
type Glob string

// UnmarshalYAML reads a pattern.
func (g *Glob) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || n.Value == "" || !doublestar.ValidatePattern(n.Value) {
		return errorAt(n, "%q is no pattern of file names", n.Value)
	}
	*g = Glob(n.Value)
	return nil
}

// UnmarshalYAML reads an allocator: a name, or a mapping.
func (a *Allocator) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		a.Name = n.Value
		return named(n, a.Name)
	}
	type fields Allocator
	if err := n.Decode((*fields)(a)); err != nil {
		return at(n, err)
	}
	args := slices.Clone(a.Size)
	for _, arg := range []*int{a.Out, a.Of} {
		if arg != nil {
			args = append(args, *arg)
		}
	}
	for _, arg := range args {
		if arg < 0 {
			return errorAt(n, "argument %d of %q: arguments are counted from 0", arg, a.Name)
		}
	}
	return named(n, a.Name)
}

// UnmarshalYAML reads a release: a name, or a mapping.
func (r *Release) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		r.Name = n.Value
		return named(n, r.Name)
	}
	type fields Release
	if err := n.Decode((*fields)(r)); err != nil {
		return at(n, err)
	}
	if r.Arg < 0 {
		return errorAt(n, "argument %d of %q: arguments are counted from 0", r.Arg, r.Name)
	}
	return named(n, r.Name)
}

// UnmarshalYAML reads a wrapper.
func (w *Wrapper) UnmarshalYAML(n *yaml.Node) error {
	type fields Wrapper
	if err := n.Decode((*fields)(w)); err != nil {
		return at(n, err)
	}
	if w.Like == "" {
		return errorAt(n, "wrapper %q does not say which MPI procedure it is like", w.Name)
	}
	proc := mpi.Lookup(w.Like)
	if proc == nil {
		return errorAt(n, "wrapper %q is like %q, which is no MPI procedure", w.Name, w.Like)
	}
	if len(w.Args) > 0 && len(w.Args) != proc.Args {
		return errorAt(n, "wrapper %q gives %d arguments, %s takes %d", w.Name, len(w.Args), w.Like, proc.Args)
	}
	return named(n, w.Name)
}

func named(n *yaml.Node, name string) error {
	if strings.TrimSpace(name) == "" {
		return errorAt(n, "an entry without a name")
	}
	return nil
}

// at gives an error of a nested decoder its line, unless it has one.
func at(n *yaml.Node, err error) error {
	var have *lineError
	if errors.As(err, &have) {
		return err
	}
	if err = syntax(err); errors.As(err, &have) {
		return err
	}
	return errorAt(n, "%s", err)
}
