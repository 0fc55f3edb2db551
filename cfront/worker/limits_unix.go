//go:build unix

package worker

import (
	"os"
	"syscall"
	"time"
)

// restrict gives up what a process that reads hostile text should not have: it
// leaves no core files and writes no files of more than the given size in bytes. Pipes are not files in this
// sense.
func restrict(writes uint64) {
	none := syscall.Rlimit{}
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &none)
	size := syscall.Rlimit{Cur: writes, Max: writes}
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &size)
}

// watch ends the process when it needs more than limit bytes (0: any) or when
// its parent is gone. Neither can be seen from the thread that is inside
// libclang.
func watch(limit uint64) {
	parent := os.Getppid()
	go func() {
		for range time.Tick(50 * time.Millisecond) {
			if os.Getppid() != parent {
				os.Exit(exitBroken)
			}
			if limit > 0 && resident() > limit {
				os.Exit(exitMemory)
			}
		}
	}()
}

// killed reports whether somebody else ended a process, such as a system that runs out of memory.
func killed(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
