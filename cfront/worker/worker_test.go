//go:build unix

package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestMain makes the test binary its own worker program.
func TestMain(m *testing.M) {
	if Asked() {
		os.Exit(Main(testSetup))
	}
	os.Exit(m.Run())
}

// testSetup makes a handler that does to its process what a job's file name
// says.
func testSetup(setup []byte) (Handler, []byte, error) {
	if string(setup) == "refuse" {
		return nil, nil, errors.New("refused")
	}
	var served atomic.Int32
	return func(job Job) ([]byte, error) {
		fmt.Println("noise on standard output")
		fmt.Fprintln(os.Stderr, "noise on standard error")
		switch job.File {
		case "panic":
			panic("oh")
		case "error":
			return nil, errors.New("cannot")
		case "segv":
			_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
			time.Sleep(time.Minute)
		case "exit":
			os.Exit(7)
		case "hang":
			time.Sleep(time.Minute)
		case "write":
			return nil, os.WriteFile(job.Args[0], []byte("x"), 0o666)
		case "memory":
			var hold [][]byte
			for {
				b := make([]byte, 1<<20)
				for i := range b {
					b[i] = 1
				}
				hold = append(hold, b)
				if len(hold) > 4096 {
					return nil, errors.New("nobody stopped it")
				}
			}
		}
		return fmt.Appendf(nil, "%s %s %d", setup, job.File, served.Add(1)), nil
	}, []byte("info"), nil
}

func TestPoolSurvivesItsWorkers(t *testing.T) {
	pool, err := Start(Options{N: 2, Timeout: 3 * time.Second, Memory: 300 << 20, Setup: []byte("s")})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	written := filepath.Join(t.TempDir(), "written")
	faults := map[string]string{
		"panic": "internal fault: oh", "error": "cannot", "segv": "crashed the worker process (", "exit": "crashed the worker process (exit status 7)",
		"hang": "took longer than 3s", "memory": "needed too much memory", "write": "",
	}
	var jobs []Job
	for name := range faults {
		jobs = append(jobs, Job{File: name, Args: []string{written}}, Job{File: "good", Size: 9})
	}
	calls := 0
	pool.Run(context.Background(), jobs, func(i int, r Reply) {
		calls++
		name := jobs[i].File
		switch want, bad := faults[name]; {
		case !bad && (r.Fault != "" || !strings.HasPrefix(string(r.Payload), "s good ")):
			t.Errorf("%s: %+v", name, r)
		case bad && !strings.HasPrefix(r.Fault, want), bad && r.Fault == "":
			t.Errorf("%s: fault %q, want %q", name, r.Fault, want)
		}
	})
	if calls != len(jobs) {
		t.Errorf("%d of %d jobs answered", calls, len(jobs))
	}
	if info, err := os.Stat(written); err == nil && info.Size() > 0 {
		t.Error("a worker wrote a file")
	}
}

func TestPersistence(t *testing.T) {
	pool, err := Start(Options{N: 1, Setup: []byte("s")})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var last string
	for range 2 {
		pool.Run(context.Background(), make([]Job, 5), func(_ int, r Reply) { last = string(r.Payload) })
	}
	if last != "s  10" {
		t.Errorf("the tenth job answered %q: not by the same process", last)
	}
}

func TestStartReportsTheSetup(t *testing.T) {
	_, err := Start(Options{N: 1, Setup: []byte("refuse")})
	if err == nil || err.Error() != "refused" {
		t.Errorf("error %v", err)
	}
	if _, err := Start(Options{N: 1, Program: "/nonexistent/program"}); err == nil {
		t.Error("started a program that does not exist")
	}
}

func TestInterrupt(t *testing.T) {
	pool, err := Start(Options{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	pool.Run(ctx, []Job{{File: "hang"}, {File: "hang"}}, func(_ int, r Reply) {
		if r.Fault != "interrupted" {
			t.Errorf("fault %q", r.Fault)
		}
	})
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestDamagedFrame(t *testing.T) {
	for _, frame := range []string{"\xff\xff\xff\xff", "\x00\x00\x00\x09short", "\x00\x00\x00\x02??", "\x00"} {
		var r Reply
		if err := receive(strings.NewReader(frame), &r); err == nil {
			t.Errorf("%q was taken for a message", frame)
		}
	}
}
