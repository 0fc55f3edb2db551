package discover

import (
	"maps"
	"slices"
	"strings"
)

// paste lets what uses macros that join tokens mention the names that these can make of the words around: the parts stand in its own
// text (the arguments) or in that of the macros.
func (g *nameGraph) paste() {
	words := g.pasting()
	if len(words) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(g.named))
	for n := range g.nodes {
		node := &g.nodes[n]
		if node.Macro {
			continue // whoever uses it
		}
		var parts map[string]bool
		for _, ref := range node.Refs {
			if words[ref] == nil {
				continue
			}
			if parts == nil {
				parts = map[string]bool{}
				for _, word := range node.Refs {
					parts[word] = true
				}
			}
			maps.Copy(parts, words[ref])
		}
		if parts != nil {
			g.mention(n, made(names, parts))
		}
	}
}

// pasting returns the macros that join tokens, or use one that does, with the words in the bodies of all these.
func (g *nameGraph) pasting() map[string]map[string]bool {
	words := map[string]map[string]bool{}
	add := func(macro string, refs []string) {
		if words[macro] == nil {
			words[macro] = map[string]bool{}
		}
		for _, ref := range refs {
			words[macro][ref] = true
		}
	}
	for _, node := range g.nodes {
		if node.Pastes {
			add(node.Name, node.Refs)
		}
	}
	for changed := len(words) > 0; changed; {
		changed = false
		for _, node := range g.nodes {
			if !node.Macro {
				continue
			}
			for _, ref := range node.Refs {
				if ref == node.Name || words[ref] == nil {
					continue
				}
				before := len(words[node.Name])
				add(node.Name, node.Refs)
				add(node.Name, slices.Collect(maps.Keys(words[ref])))
				changed = changed || len(words[node.Name]) > before
			}
		}
	}
	return words
}

// made returns those of the names, which are sorted, that are put together from two or more of the parts and of numbers.
func made(names []string, parts map[string]bool) []string {
	var out []string
	for part := range parts {
		at, _ := slices.BinarySearch(names, part)
		for ; at < len(names) && strings.HasPrefix(names[at], part); at++ {
			if rest := names[at][len(part):]; rest != "" && composed(rest, parts) {
				out = append(out, names[at])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// maxMade is the length of names beyond which nobody looks how they are put together.
const maxMade = 200

// composed reports whether a text is nothing but parts and digits.
func composed(text string, parts map[string]bool) bool {
	if len(text) > maxMade {
		return true
	}
	ends := make([]bool, len(text)+1) // text from here on is
	ends[len(text)] = true
	for at := len(text) - 1; at >= 0; at-- {
		ends[at] = isDigit(text[at]) && ends[at+1]
		for n := at + 1; n <= len(text) && !ends[at]; n++ {
			ends[at] = ends[n] && parts[text[at:n]]
		}
	}
	return ends[0]
}

// mention adds names to those that a node mentions.
func (g *nameGraph) mention(n int, names []string) {
	node := &g.nodes[n]
	node.Refs = slices.Clone(node.Refs)
	for _, name := range names {
		if !slices.Contains(node.Refs, name) {
			node.Refs = append(node.Refs, name)
			g.users[name] = append(g.users[name], n)
		}
	}
}
