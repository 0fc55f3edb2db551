package discover

// Unit is a translation unit as far as text tells.
type Unit struct {
	File    string
	Headers []string // of the project, included directly or not
}

// Candidates reports for each unit whether it can matter to a rule about
// communication: it holds a definition that mentions MPI, or one from which such
// a definition is reached by name, or one that is reached from there (what it
// allocates may be sent elsewhere). A header's definitions count for the units
// that are candidates anyway; if there is none among its includers, the first
// becomes one.
func Candidates(units []Unit, texts *Texts) []bool {
	g := newNameGraph(units, texts)
	marked := g.spread()
	out := make([]bool, len(units))
	covered := map[string]bool{}
	for i, u := range units {
		if marked[u.File] != none {
			out[i] = true
			for _, h := range u.Headers {
				covered[h] = true
			}
		}
	}
	for i, u := range units {
		for _, h := range u.Headers {
			if marked[h] == leads && !covered[h] {
				out[i] = true
			}
		}
		if out[i] {
			for _, h := range u.Headers {
				covered[h] = true
			}
		}
	}
	return out
}

// reach is what a file holds, the stronger the greater.
type reach uint8

const (
	none    reach = iota
	reached       // definitions that are reached from those that lead to MPI
	leads         // definitions that lead to MPI
)

// nameGraph is the program as a graph of names.
type nameGraph struct {
	nodes []nameNode
	named map[string][]int // nodes by name
	users map[string][]int // nodes by what they mention
}

type nameNode struct {
	Func
	file  string
	state reach
}

func newNameGraph(units []Unit, texts *Texts) *nameGraph {
	g := &nameGraph{named: map[string][]int{}, users: map[string][]int{}}
	seen := map[string]bool{}
	bound := boundFiles(units, texts)
	for _, u := range units {
		for _, file := range append([]string{u.File}, u.Headers...) {
			if !seen[file] {
				seen[file] = true
				g.add(file, texts.Of(file), bound[file])
			}
		}
	}
	g.paste()
	return g
}

// boundFiles returns the files that see a C++ binding of MPI.
func boundFiles(units []Unit, texts *Texts) map[string]bool {
	bound := map[string]bool{}
	for _, u := range units {
		files := append([]string{u.File}, u.Headers...)
		for _, file := range files {
			if !texts.Of(file).Binding {
				continue
			}
			for _, f := range files {
				bound[f] = true
			}
			break
		}
	}
	return bound
}

func (g *nameGraph) add(file string, text *Text, bound bool) {
	for _, f := range text.Funcs {
		n := len(g.nodes)
		node := nameNode{Func: f, file: file}
		if f.MPI || bound {
			node.state = leads
		}
		g.nodes = append(g.nodes, node)
		g.named[f.Name] = append(g.named[f.Name], n)
		for _, ref := range f.Refs {
			g.users[ref] = append(g.users[ref], n)
		}
	}
}

// spread marks the graph and returns the strongest mark of each file.
func (g *nameGraph) spread() map[string]reach {
	var queue []int
	for n := range g.nodes {
		if g.nodes[n].state == leads {
			queue = append(queue, n)
		}
	}
	leading := g.flood(queue, leads, func(n int) []int { return g.users[g.nodes[n].Name] })
	g.flood(leading, reached, func(n int) []int {
		var next []int
		for _, ref := range g.nodes[n].Refs {
			next = append(next, g.named[ref]...)
		}
		return next
	})
	files := map[string]reach{}
	for _, n := range g.nodes {
		files[n.file] = max(files[n.file], n.state)
	}
	return files
}

// flood gives the mark to everything that next leads to from the queue, and
// returns all that was visited.
func (g *nameGraph) flood(queue []int, mark reach, next func(int) []int) []int {
	for i := 0; i < len(queue); i++ {
		for _, n := range next(queue[i]) {
			if g.nodes[n].state == none {
				g.nodes[n].state = mark
				queue = append(queue, n)
			}
		}
	}
	return queue
}
