package worker

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// Handler does one job. Its error becomes the reply's fault.
type Handler func(Job) ([]byte, error)

// Maker makes the handler from the parent's setup. The info is what the parent learns about it, in the caller's coding.
type Maker func(setup []byte) (h Handler, info []byte, err error)

// Exit statuses by which a child says why it ended.
const (
	exitOK     = 0
	exitBroken = 3 // the pipes to the parent failed
	exitMemory = 4 // the memory limit was reached
)

// The pipes' descriptors in the child.
const (
	requests  = 3
	responses = 4
)

// maxStack ends a handler that recurses without end before it takes much time
// and memory, in bytes.
const maxStack = 256 << 20

// Asked reports whether this process was started as a worker.
func Asked() bool { return len(os.Args) == 2 && os.Args[1] == Flag }

// Main is the whole life of a worker process: it makes the handler from the
// parent's setup and serves jobs until the parent closes its end. It returns the
// process's exit status.
func Main(setup Maker) int {
	in, out := os.NewFile(requests, "requests"), os.NewFile(responses, "responses")
	if in == nil || out == nil {
		return exitBroken
	}
	debug.SetMaxStack(maxStack)
	return serve(bufio.NewReader(in), out, setup)
}

func serve(in io.Reader, out io.Writer, setup Maker) int {
	var greeting hello
	if err := receive(in, &greeting); err != nil {
		return exitBroken
	}
	restrict(greeting.Writes)
	watch(greeting.Memory)
	handle, info, err := setup(greeting.Setup)
	answer := ready{Info: info}
	if err != nil {
		answer.Err = err.Error()
	}
	if send(out, answer) != nil || err != nil {
		return exitBroken
	}
	for {
		var job Job
		switch err := receive(in, &job); {
		case err == io.EOF:
			return exitOK
		case err != nil:
			return exitBroken
		}
		reply := do(handle, job)
		if greeting.Memory > 0 && resident() > greeting.Memory/2 {
			reply.Last = true // what one job leaves behind must not fail the next
		}
		switch {
		case send(out, reply) != nil:
			return exitBroken
		case reply.Last:
			return exitOK
		}
	}
}

// do runs the handler. After a panic the process is not sound any more: the
// library's state is unknown.
func do(handle Handler, job Job) (reply Reply) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", r, debug.Stack())
			reply = Reply{Fault: fmt.Sprintf("internal fault: %v", r), Last: true}
		}
	}()
	payload, err := handle(job)
	if err != nil {
		return Reply{Fault: err.Error(), Last: errors.Is(err, ErrUnsound)}
	}
	return Reply{Payload: payload}
}
