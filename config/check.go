package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"mpivet/fabric"
	"mpivet/internal/nearest"
)

// check finds unknown and double keys and values that cannot be, before anything is decoded: the decoder's own messages name Go types.
func check(root *yaml.Node, rules []string) error {
	if isNull(root) {
		return nil
	}
	if err := checkNode(root, reflect.TypeFor[Config](), "the file"); err != nil {
		return err
	}
	if err := checkRules(root, rules); err != nil {
		return err
	}
	if n := value(root, "machine"); n != nil && !isNull(n) {
		return checkMachine(n)
	}
	return nil
}

// checkRules checks the names of rules at the top and in the overrides, which must say what they are about.
func checkRules(root *yaml.Node, rules []string) error {
	parts := []*yaml.Node{root}
	if n := value(root, "overrides"); n != nil && !isNull(n) {
		for _, o := range resolved(n).Content {
			o = resolved(o)
			for _, key := range []string{"paths", "severities"} {
				if v := value(o, key); v == nil || isNull(v) {
					return errorAt(o, "an entry of \"overrides\" without %s", key)
				}
			}
			parts = append(parts, o)
		}
	}
	for _, part := range parts {
		if n := value(part, "severities"); n != nil && !isNull(n) {
			if err := knownKeys(resolved(n), rules, "rule"); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolved returns what an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func checkNode(n *yaml.Node, t reflect.Type, what string) error {
	n = resolved(n)
	switch {
	case t.Kind() == reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			return errorAt(n, "%s must be a list", what)
		}
		for _, item := range n.Content {
			if isNull(item) {
				return errorAt(item, "an empty entry in %s", what)
			}
			if err := checkNode(item, t.Elem(), "an entry of "+what); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Struct && t != reflect.TypeFor[Severity]():
		return checkStruct(n, t, what)
	case t.Kind() == reflect.Map && n.Kind != yaml.MappingNode:
		return errorAt(n, "%s must hold keys and values", what)
	}
	return nil
}

func checkStruct(n *yaml.Node, t reflect.Type, what string) error {
	if n.Kind == yaml.ScalarNode && reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.Unmarshaler]()) {
		return nil // a short form, which the type reads itself
	}
	if n.Kind != yaml.MappingNode {
		return errorAt(n, "%s must hold keys and values", what)
	}
	fields := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("yaml"); key != "" {
			fields[key] = t.Field(i).Type
			names = append(names, key)
		}
	}
	if err := knownKeys(n, names, "key"); err != nil {
		return err
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		if isNull(n.Content[i+1]) {
			continue
		}
		if err := checkNode(n.Content[i+1], fields[key], quoted(key)); err != nil {
			return err
		}
	}
	return nil
}

// isNull reports whether a key was left without a value.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func quoted(key string) string { return strconv.Quote(key) }

// knownKeys reports the first key of a mapping that is not among known, with the nearest one that is, or that stands twice.
func knownKeys(n *yaml.Node, known []string, what string) error {
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if slices.Contains(seen, key.Value) {
			return errorAt(key, "%s %q stands twice", what, key.Value)
		}
		seen = append(seen, key.Value)
		if slices.Contains(known, key.Value) {
			continue
		}
		if near := nearest.To(key.Value, known); near != "" {
			return errorAt(key, "unknown %s %q; did you mean %q?", what, key.Value, near)
		}
		return errorAt(key, "unknown %s %q; known are %s", what, key.Value, strings.Join(known, ", "))
	}
	return nil
}

func checkMachine(n *yaml.Node) error {
	for _, key := range []string{"ranks", "ppn", "max_qp"} {
		if v := value(n, key); v != nil {
			if i, err := strconv.ParseInt(v.Value, 10, 32); err != nil || i < 1 {
				return errorAt(v, "%s must be a whole number from 1", key)
			}
		}
	}
	if v := value(n, "transport"); v != nil {
		if _, err := fabric.Lookup(v.Value); err != nil {
			return errorAt(v, "%s", err)
		}
	}
	return nil
}

// value returns the value of a key of a mapping, or nil.
func value(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

var yamlLine = regexp.MustCompile(`(?s)line (\d+): (.*)`)

// syntax turns an error of the YAML library into one with a line of its own.
func syntax(err error) error {
	var have *lineError
	if errors.As(err, &have) {
		return err
	}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	var types *yaml.TypeError
	if errors.As(err, &types) && len(types.Errors) > 0 {
		text = types.Errors[0]
	}
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		line, convErr := strconv.Atoi(m[1])
		if convErr == nil {
			return &lineError{line, plainType(m[2])}
		}
	}
	return errors.New(plainType(text))
}

var goType = regexp.MustCompile("cannot unmarshal (\\S+) `(.*)` into (.*)")

// plainType says what value was expected without naming Go's types.
func plainType(text string) string {
	m := goType.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	want := map[string]string{"int": "a whole number", "int64": "a whole number", "string": "text"}[m[3]]
	if want == "" {
		want = "something else"
	}
	return fmt.Sprintf("%q stands where %s is expected", m[2], want)
}
