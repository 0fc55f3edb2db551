package mpi

import (
	"fmt"
	"strings"
)

// option sets what the words of a row do not say.
type option func(*Proc)

func large(p *Proc)       { p.Large = true }
func nonblocking(p *Proc) { p.Nonblocking = true }
func partitioned(p *Proc) { p.Partitioned = true }

// persistent marks a row that makes a request to be started later; the request
// is the object made.
func persistent(p *Proc) {
	p.Persistent = true
	p.Makes, p.ObjArg = Request, p.Request
}

func fans(f Fanout) option {
	return func(p *Proc) { p.Fanout, p.AllRanks = f, f == FanoutAll }
}

func frees(o Object) option {
	return func(p *Proc) { p.Frees = o }
}

// makes sets the object made. Communicators, windows and groups derive from
// the communicator of their call where it has one.
func makes(o Object) option {
	return func(p *Proc) {
		p.Makes = o
		if o == Communicator || o == Window || o == Group {
			p.Parent = p.Comm
		}
	}
}

// row builds one row from the words described in the package documentation.
// It panics on a word it does not know: the table is part of the program.
func row(name string, kind Kind, words string, opts ...option) *Proc {
	p := &Proc{
		Name: "MPI_" + name, Kind: kind,
		Root: -1, Comm: -1, Win: -1, Request: -1, Requests: -1, Status: -1, Partitions: -1,
		ObjArg: -1, Parent: -1, Mem: -1, MemBytes: -1,
	}
	fields := strings.Fields(words)
	p.Args = len(fields)
	for i, w := range fields {
		p.set(i, w)
	}
	for _, o := range opts {
		o(p)
	}
	return p
}

func (p *Proc) set(i int, word string) {
	switch word {
	case "-":
	case "send", "send*":
		p.addBuffer(i, Send, word)
	case "recv", "recv*":
		p.addBuffer(i, Recv, word)
	case "both":
		p.addBuffer(i, Both, word)
	case "n", "n[]":
		p.setCount(i, word == "n[]")
	case "type", "types[]":
		p.setType(i, word == "types[]")
	case "[]":
		p.Arrays = append(p.Arrays, i)
	case "peer":
		p.Peers = append(p.Peers, i)
	default:
		p.setIndex(i, word)
	}
}

func (p *Proc) setIndex(i int, word string) {
	field := map[string]*int{
		"root": &p.Root, "comm": &p.Comm, "win": &p.Win,
		"req": &p.Request, "reqs[]": &p.Request, "nreq": &p.Requests,
		"status": &p.Status, "statuses[]": &p.Status,
		"parts": &p.Partitions, "obj": &p.ObjArg, "old": &p.Parent, "mem": &p.Mem, "bytes": &p.MemBytes,
	}[word]
	if field == nil || *field != -1 {
		panic(fmt.Sprintf("mpi: row %s: word %q is unknown or repeated", p.Name, word))
	}
	*field = i
}

func (p *Proc) addBuffer(i int, r Role, word string) {
	p.Buffers = append(p.Buffers, Buffer{
		Arg: i, Role: r, Count: -1, Type: -1, PerPeer: strings.HasSuffix(word, "*"),
	})
}

// setCount gives the count to the buffers that have neither a count nor a
// datatype yet, so that MPI_Reduce shares one and MPI_Sendrecv has two.
func (p *Proc) setCount(i int, array bool) {
	for b := range p.Buffers {
		if buf := &p.Buffers[b]; buf.Count == -1 && buf.Type == -1 {
			buf.Count, buf.Counts = i, array
		}
	}
}

func (p *Proc) setType(i int, array bool) {
	for b := range p.Buffers {
		if buf := &p.Buffers[b]; buf.Type == -1 {
			buf.Type, buf.TypesArray = i, array
		}
	}
}

// one is a row that stands alone.
func one(name string, kind Kind, words string, opts ...option) []*Proc {
	return []*Proc{row(name, kind, words, opts...)}
}

// each is several rows of the same kind, words and options.
func each(names string, kind Kind, words string, opts ...option) []*Proc {
	var ps []*Proc
	for _, n := range strings.Fields(names) {
		ps = append(ps, row(n, kind, words, opts...))
	}
	return ps
}

// nonblockingName is the name of the nonblocking form: Send gives Isend.
func nonblockingName(name string) string {
	return "I" + strings.ToLower(name[:1]) + name[1:]
}

// with appends an option without touching the caller's array.
func with(opts []option, more ...option) []option {
	return append(opts[:len(opts):len(opts)], more...)
}

func join(parts ...[]*Proc) []*Proc {
	var all []*Proc
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
