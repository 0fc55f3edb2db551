package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out}
	p.show(1, 40)
	p.next = time.Time{}
	p.began = time.Now().Add(-10 * time.Second)
	p.show(10, 40)
	p.show(11, 40) // too soon
	p.next = time.Time{}
	p.stage("analysing 40 units")
	p.clear()
	want := "\r\x1b[K1 of 40 files\r\x1b[K10 of 40 files, 30s left\r\x1b[Kanalysing 40 units\r\x1b[K"
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
	p.clear()
	if out.String() != want {
		t.Error("a line that is not there was removed")
	}
}

// TestNoProgressInPipes: what is no terminal gets no line.
func TestNoProgressInPipes(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, out := range []*progress{newProgress(&strings.Builder{}, true), newProgress(w, true)} {
		out.show(1, 2)
		out.stage("x")
		if out.w != nil || out.shown {
			t.Error("a progress line in a pipe")
		}
	}
}
