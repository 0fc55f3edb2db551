package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// process is a running child.
type process struct {
	cmd    *exec.Cmd
	to     *os.File
	from   *os.File
	reader *bufio.Reader
	noise  *tail
	info   []byte
	ended  chan struct{} // closed when the child is gone and waited for
}

// startTimeout bounds how long a child may take until it is ready.
const startTimeout = 60 * time.Second

// start launches a child and greets it.
func start(opts Options) (*process, error) {
	p, err := launch(opts)
	if err != nil {
		return nil, fmt.Errorf("starting a worker process: %w", err)
	}
	stop := time.AfterFunc(startTimeout, p.kill)
	defer stop.Stop()
	var answer ready
	err = send(p.to, hello{Setup: opts.Setup, Memory: opts.Memory, Writes: opts.Writes})
	if err == nil {
		err = receive(p.reader, &answer)
	}
	if err == nil && answer.Err != "" {
		err = errors.New(answer.Err)
	} else if err != nil {
		err = fmt.Errorf("a worker process did not start (%s): %w", p.reap(), err)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	p.info = answer.Info
	return p, nil
}

// launch starts the program again with pipes to it.
func launch(opts Options) (*process, error) {
	program := opts.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	childIn, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		to.Close()
		return nil, err
	}
	p := &process{cmd: exec.Command(program, Flag), to: to, from: from, reader: bufio.NewReader(from), noise: &tail{}, ended: make(chan struct{})}
	p.cmd.ExtraFiles = []*os.File{childIn, childOut}
	p.cmd.Stderr = p.noise
	err = p.cmd.Start()
	childIn.Close()
	childOut.Close()
	if err != nil {
		to.Close()
		from.Close()
		return nil, err
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

func (p *process) kill() { _ = p.cmd.Process.Kill() }

// close ends the child: at once if it idles, by force if it does not.
func (p *process) close() {
	p.to.Close()
	select {
	case <-p.ended:
	case <-time.After(2 * time.Second):
		p.kill()
		<-p.ended
	}
	p.from.Close()
}

// do has the child do one job. It is not alive afterwards if it said that this
// was its last, crashed, was stopped, or ctx ended.
func (p *process) do(ctx context.Context, job Job, timeout time.Duration) (reply Reply, alive bool) {
	var timer *time.Timer
	if timeout > 0 {
		timer = time.AfterFunc(timeout, p.kill)
	}
	unwatch := context.AfterFunc(ctx, p.kill)
	err := send(p.to, job)
	if err == nil {
		err = receive(p.reader, &reply)
	}
	inTime := timer == nil || timer.Stop()
	running := unwatch()
	switch {
	case err == nil:
		return reply, inTime && running && !reply.Last
	case ctx.Err() != nil:
		return Reply{Fault: "interrupted", Passing: true}, false
	case !inTime:
		return Reply{Fault: fmt.Sprintf("took longer than %s", timeout), Passing: true}, false
	}
	fault := p.reap()
	status := p.cmd.ProcessState
	return Reply{Fault: fault, Passing: status.ExitCode() == exitMemory || killed(status)}, false
}

// reap waits for a child that broke off and says why it did.
func (p *process) reap() string {
	select {
	case <-p.ended:
	case <-time.After(2 * time.Second):
		p.kill()
		<-p.ended
	}
	if p.cmd.ProcessState.ExitCode() == exitMemory {
		return "needed too much memory"
	}
	if cause := p.noise.cause(); cause != "" {
		return "crashed the worker process (" + cause + ")"
	}
	return "crashed the worker process (" + p.cmd.ProcessState.String() + ")"
}
