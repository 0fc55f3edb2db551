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
	began time.Time // when the first file was begun
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

// show writes how many of the files that were found are done, and how long the rest will take.
func (p *progress) show(done, total int) {
	now := time.Now()
	if p.began.IsZero() {
		p.began = now
	}
	if p.w == nil || now.Before(p.next) {
		return
	}
	p.write(fmt.Sprintf("%d of %d files%s", done, total, timeLeft(now.Sub(p.began), done, total)))
	p.next = now.Add(progressEvery)
}

// timeLeft says how long the rest takes if it goes on as it went; nothing while that says little.
func timeLeft(passed time.Duration, done, total int) string {
	if done < 5 || passed < time.Second {
		return ""
	}
	left := time.Duration(float64(passed) / float64(done) * float64(total-done)).Round(time.Second)
	return fmt.Sprintf(", %s left", left)
}

// stage writes what is done now.
func (p *progress) stage(what string) {
	if p.w != nil && !time.Now().Before(p.next) {
		p.write(what)
	}
}

func (p *progress) write(text string) {
	fmt.Fprint(p.w, "\r\x1b[K"+text)
	p.shown = true
}

// clear removes the line, before anything else is written.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
