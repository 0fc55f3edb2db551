package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
)

// Flag is the first argument of a process that is to be a worker.
const Flag = "-mpivet-c-worker"

// Job is one file to handle.
type Job struct {
	File  string   // absolute
	Args  []string // compiler arguments
	Size  int64    // how large the file is in bytes; large ones are begun first
	Extra []byte   // what else the handler is to know, in its own coding
}

// Reply is what a job came to.
type Reply struct {
	Payload []byte // the handler's result, in its own coding; nil after a fault
	// Fault says in a few words why there is no (whole) result: the process
	// crashed, took too long or too much memory, or the handler failed.
	Fault string
	// Passing says that the fault is the occasion's rather than the job's: another run may come to something else.
	Passing bool
	// Last says that the process ends after this reply.
	Last bool
}

// ErrUnsound marks a handler's error (by wrapping) after which the process
// cannot be trusted with another job.
var ErrUnsound = errors.New("the worker process is not sound any more")

// hello is the parent's first message.
type hello struct {
	Setup  []byte
	Memory uint64
	Writes uint64
}

// ready is the child's answer to it.
type ready struct {
	Info []byte
	Err  string
}

// maxFrame bounds a message in bytes: a damaged length must not become an
// allocation of as much.
const maxFrame = 1 << 30

// send writes one message.
func send(w io.Writer, v any) error {
	var body bytes.Buffer
	body.Write(make([]byte, 4))
	if err := gob.NewEncoder(&body).Encode(v); err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	frame := body.Bytes()
	if len(frame)-4 > maxFrame {
		return fmt.Errorf("a message of %d bytes is too long", len(frame)-4)
	}
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-4))
	_, err := w.Write(frame)
	return err
}

// receive reads one message into v.
func receive(r io.Reader, v any) error {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n > maxFrame {
		return fmt.Errorf("a message of %d bytes is too long", n)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return err
	}
	return gob.NewDecoder(bytes.NewReader(body)).Decode(v)
}
