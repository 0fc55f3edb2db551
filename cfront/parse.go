package cfront

import (
	"encoding/binary"

	"mpivet/cache"
)

// parse is what became of a unit at one time: all that the report needs of it but for the ir, which has an entry of its own.
type parse struct {
	deps  []string  // files that were read
	state cache.Key // of deps and of what was looked for
	fault string    // why there is no unit; the rest is empty then
	unit  cache.Key // of the ir
	outcome
}

// encodeParses writes parses one after the other: counts and lengths as variable-length integers.
func encodeParses(all []*parse) []byte {
	var w recordWriter
	for _, p := range all {
		w.texts(p.deps)
		w.out = append(w.out, p.state[:]...)
		w.text(p.fault)
		w.out = append(w.out, p.unit[:]...)
		w.number(p.Errors)
		w.text(p.First)
		w.number(p.Calls)
		w.texts(p.Dropped)
	}
	return w.out
}

// decodeParses reads what encodeParses wrote. What is cut off is left out.
func decodeParses(data []byte) []*parse {
	r := recordReader{data: data}
	var all []*parse
	for len(r.data) > 0 {
		p := &parse{deps: r.texts(), state: r.key(), fault: r.text(), unit: r.key()}
		p.Errors, p.First, p.Calls, p.Dropped = r.number(), r.text(), r.number(), r.texts()
		if r.short {
			return all
		}
		all = append(all, p)
	}
	return all
}

type recordWriter struct{ out []byte }

func (w *recordWriter) number(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) }

func (w *recordWriter) text(s string) {
	w.number(len(s))
	w.out = append(w.out, s...)
}

func (w *recordWriter) texts(list []string) {
	w.number(len(list))
	for _, s := range list {
		w.text(s)
	}
}

// recordReader reads from data; once there is not enough, everything is empty.
type recordReader struct {
	data  []byte
	short bool
}

func (r *recordReader) number() int {
	n, k := binary.Uvarint(r.data)
	if k <= 0 || n > 1<<40 {
		r.short, r.data = true, nil
		return 0
	}
	r.data = r.data[k:]
	return int(n)
}

func (r *recordReader) bytes(n int) []byte {
	if n > len(r.data) {
		r.short, r.data = true, nil
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *recordReader) text() string { return string(r.bytes(r.number())) }

func (r *recordReader) texts() []string {
	var out []string
	for n := r.number(); n > 0 && !r.short; n-- {
		out = append(out, r.text())
	}
	return out
}

func (r *recordReader) key() (k cache.Key) {
	copy(k[:], r.bytes(len(k)))
	return k
}
