// Package buffers holds what the standard library does with memory.
package buffers

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	mpi "github.com/sbromberger/gompi"
)

func encoded(comm *mpi.Communicator, v any) error {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(v); err != nil {
		return err
	}
	comm.SendBytes(buf.Bytes(), 0, 0)
	buf.Reset()
	buf.WriteString("x")
	fmt.Fprintf(&buf, "%d", 3)
	comm.SendBytes(buf.Bytes(), 0, 0)
	rec, err := json.Marshal(v)
	comm.SendBytes(rec, 0, 0)
	var sb strings.Builder
	sb.WriteByte('x')
	comm.SendString(sb.String(), 0, 0)
	return err
}

func appended(b []byte, n uint64) []byte {
	b = binary.LittleEndian.AppendUint64(b[:0], n)
	return bytes.TrimSpace(b)
}

var pool = sync.Pool{New: func() any { return new([]float64) }}
var leaky = sync.Pool{New: func() any { return new([]float64) }}

func pooled(comm *mpi.Communicator) {
	p := pool.Get().(*[]float64)
	comm.SendFloat64s(*p, 0, 0)
	pool.Put(p)
	q := leaky.Get().(*[]float64)
	comm.SendFloat64s(*q, 0, 0)
}

type lazy struct {
	once sync.Once
	buf  []float64
	ptr  atomic.Pointer[[]float64]
}

func (l *lazy) get(n int) []float64 {
	l.once.Do(func() { l.buf = make([]float64, n) })
	b := make([]float64, n)
	l.ptr.Store(&b)
	return *l.ptr.Load()
}

func scanned(s string) int {
	n := 0
	fmt.Sscan(s, &n)
	return n
}
