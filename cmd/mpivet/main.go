// Command mpivet reports MPI code that keeps giving the network other memory, or that connects every process to every other.
//
// See mpivet -help, or the project's README.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"mpivet/cfront/worker"
	"mpivet/report"
)

// Exit statuses.
const (
	exitClean    = 0 // nothing at or above the threshold
	exitFindings = 1
	exitWrong    = 2 // the invocation is wrong, or nothing could be analysed
)

func main() {
	if worker.Asked() {
		os.Exit(workerMain())
	}
	if isVetProtocol(os.Args[1:]) {
		vetMain()
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, abandon)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// patience is how long an interrupted run may take to end by itself.
const patience = 500 * time.Millisecond

// abandon ends an interrupted process that is in the middle of an analysis. Nothing is lost: what the cache has is whole at any time,
// and workers end with their parent.
func abandon() {
	time.Sleep(patience)
	os.Exit(fail(os.Stderr, errors.New("interrupted")))
}

// run is the whole command and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "estimate" {
		if err := estimate(args[1:], stdout); err != nil {
			return fail(stderr, err)
		}
		return exitClean
	}
	o, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		printUsage(stdout)
		return exitClean
	case err != nil:
		return fail(stderr, err)
	}
	if done, err := command(o, stdout); done || err != nil {
		if err != nil {
			return fail(stderr, err)
		}
		return exitClean
	}
	s, err := newSession(ctx, o, stdout, stderr)
	if err != nil {
		return fail(stderr, err)
	}
	code, err := s.analyse(ctx)
	if ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	if err != nil {
		s.line.clear()
		return fail(stderr, err)
	}
	return code
}

// fail prints an error on one line.
func fail(stderr io.Writer, err error) int {
	text := strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	fmt.Fprintf(stderr, "mpivet: %s\n", report.Safe(text))
	return exitWrong
}

// command runs a sub-command, if the first argument is one.
func command(o *options, stdout io.Writer) (done bool, err error) {
	args := o.args
	if len(args) == 0 {
		return false, nil
	}
	name, rest := args[0], args[1:]
	switch {
	case name == "config" && len(rest) > 0 && rest[0] == "check":
		return true, checkConfig(stdout, rest[1:], o.config)
	case name == "explain", name == "help" && len(rest) > 0:
		return true, explain(stdout, rest)
	case name == "cache" && len(rest) == 1 && rest[0] == "clean":
		return true, cleanCache(o, stdout)
	case name == "cache" && len(rest) == 0 && !exists(name):
		return true, errors.New("cache needs what to do: clean")
	case name != "help" && name != "rules" && name != "version":
		return false, nil
	case len(rest) > 0:
		return true, fmt.Errorf("%s takes no arguments", name)
	}
	map[string]func(io.Writer){"help": printUsage, "rules": printRules, "version": printVersion}[name](stdout)
	return true, nil
}
