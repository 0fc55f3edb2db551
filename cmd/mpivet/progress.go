package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// progress is one line on a terminal that says how far the run is.
type progress struct {
	w     io.Writer // nil for none
	next  time.Time // when the line is written again
	shown bool
}

// progressEvery is how often the line changes at most, and how long a run is silent before it appears.
const progressEvery = 200 * time.Millisecond

// newProgress returns the progress line for standard error, which is only one when a person looks at it.
func newProgress(w io.Writer, wanted bool) *progress {
	file, ok := w.(*os.File)
	if !wanted || !ok || os.Getenv("TERM") == "dumb" || !term.IsTerminal(int(file.Fd())) {
		return &progress{}
	}
	return &progress{w: w, next: time.Now().Add(progressEvery)}
}

// show writes how many of the files are done.
func (p *progress) show(done, total int) {
	if p.w == nil || time.Now().Before(p.next) {
		return
	}
	fmt.Fprintf(p.w, "\r\x1b[K%d of %d files", done, total)
	p.next = time.Now().Add(progressEvery)
	p.shown = true
}

// clear removes the line, before anything else is written.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
