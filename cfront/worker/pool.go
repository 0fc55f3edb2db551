package worker

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Options say what the workers are and what they may use.
type Options struct {
	N       int           // how many processes, 0: one for each core
	Timeout time.Duration // for one job, 0: none
	Memory  uint64        // for one process in bytes of resident memory, 0: any
	Setup   []byte        // given to the handler's maker in every child
	Writes  uint64        // the size in bytes of files that a process may write, 0: it may write none
	Program string        // the program to start, "": this one
}

// Pool is a set of worker processes.
type Pool struct {
	opts Options
	info []byte
	idle []*process
}

// Start starts one worker, so that what keeps workers from working (a missing
// libclang) is known before any job; the others start when there are jobs.
func Start(opts Options) (*Pool, error) {
	if opts.N <= 0 {
		opts.N = runtime.NumCPU()
	}
	first, err := start(opts)
	if err != nil {
		return nil, err
	}
	return &Pool{opts: opts, info: first.info, idle: []*process{first}}, nil
}

// Info returns what the first worker said about itself when it was ready.
func (p *Pool) Info() []byte { return p.info }

// Close ends all workers.
func (p *Pool) Close() {
	for _, w := range p.idle {
		w.close()
	}
	p.idle = nil
}

// Run does all jobs, the largest first, and gives each reply to done together
// with the job's index. done is called by one goroutine at a time, in the order
// in which jobs end. Once ctx is done the remaining jobs fail as interrupted.
func (p *Pool) Run(ctx context.Context, jobs []Job, done func(int, Reply)) {
	order := make([]int, len(jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(jobs[b].Size - jobs[a].Size) })
	queue := make(chan int, len(order))
	for _, i := range order {
		queue <- i
	}
	close(queue)

	var mu sync.Mutex // guards done and p.idle
	var group sync.WaitGroup
	for range min(p.opts.N, len(jobs)) {
		group.Go(func() {
			l := lane{pool: p, mu: &mu}
			defer l.release()
			for i := range queue {
				reply := l.do(ctx, jobs[i])
				mu.Lock()
				done(i, reply)
				mu.Unlock()
			}
		})
	}
	group.Wait()
}

// lane is one goroutine's place for a worker.
type lane struct {
	pool *Pool
	mu   *sync.Mutex
	proc *process
}

// do has the lane's worker do a job, with a new worker where there is none.
func (l *lane) do(ctx context.Context, job Job) Reply {
	if ctx.Err() != nil {
		return Reply{Fault: "interrupted", Passing: true}
	}
	if l.proc == nil {
		l.take()
	}
	if l.proc == nil {
		var err error
		if l.proc, err = start(l.pool.opts); err != nil {
			return Reply{Fault: err.Error(), Passing: true}
		}
	}
	l.proc.noise.reset()
	reply, alive := l.proc.do(ctx, job, l.pool.opts.Timeout)
	if !alive {
		l.proc.close()
		l.proc = nil
	}
	return reply
}

// take takes over a worker that idles.
func (l *lane) take() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.pool.idle); n > 0 {
		l.proc = l.pool.idle[n-1]
		l.pool.idle = l.pool.idle[:n-1]
	}
}

func (l *lane) release() {
	if l.proc == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pool.idle = append(l.pool.idle, l.proc)
}
