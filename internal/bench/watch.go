package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// interval is how often the processes are looked at. The kernel keeps the peak of each, so a look near its end is enough; a worker that
// lives shorter than this is too short-lived to hold much.
const interval = 20 * time.Millisecond

// A watcher follows a process and those it starts.
type watcher struct {
	quit  chan struct{}
	peak  chan int64
	first int64 // peak of the process itself
}

func watch(pid int) *watcher {
	w := &watcher{quit: make(chan struct{}), peak: make(chan int64)}
	go func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		var peak int64
		for {
			select {
			case <-w.quit:
				w.peak <- peak
				return
			case <-tick.C:
				w.first = max(w.first, peakOf(pid))
				for _, p := range family(pid) {
					peak = max(peak, peakOf(p))
				}
			}
		}
	}()
	return w
}

// stop ends the watching and returns the largest peak of one process, in bytes.
func (w *watcher) stop() int64 {
	close(w.quit)
	return <-w.peak
}

// family returns the process and its descendants.
func family(pid int) []int {
	pids := []int{pid}
	for i := 0; i < len(pids); i++ {
		tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pids[i]))
		if err != nil {
			continue
		}
		for _, t := range tasks {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pids[i], t.Name()))
			if err != nil {
				continue
			}
			for f := range strings.FieldsSeq(string(text)) {
				if p, err := strconv.Atoi(f); err == nil {
					pids = append(pids, p)
				}
			}
		}
	}
	return pids
}

// peakOf returns the peak resident memory of a process in bytes, or zero when it is gone.
func peakOf(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	return parsePeak(string(text))
}

func parsePeak(status string) int64 {
	for line := range strings.Lines(status) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(v), " kB"), 10, 64)
			if err != nil {
				return 0
			}
			return kb * 1024
		}
	}
	return 0
}
