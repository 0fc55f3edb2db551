package discover

import (
	"os"
	"runtime"
	"sync"
)

// Texts scans files, each once, and remembers what it saw.
type Texts struct {
	mu   sync.Mutex
	seen map[string]*Text
}

// NewTexts returns a Texts that has seen nothing.
func NewTexts() *Texts { return &Texts{seen: map[string]*Text{}} }

// Of returns what the scanner sees in a file; nothing in one that cannot be
// read.
func (t *Texts) Of(path string) *Text {
	t.mu.Lock()
	text, ok := t.seen[path]
	t.mu.Unlock()
	if ok {
		return text
	}
	text = read(path)
	t.mu.Lock()
	defer t.mu.Unlock()
	if first, ok := t.seen[path]; ok {
		return first
	}
	t.seen[path] = text
	return text
}

// Load scans many files on all cores.
func (t *Texts) Load(paths []string) {
	queue := make(chan string)
	var group sync.WaitGroup
	for range runtime.NumCPU() {
		group.Go(func() {
			for path := range queue {
				t.Of(path)
			}
		})
	}
	for _, path := range paths {
		queue <- path
	}
	close(queue)
	group.Wait()
}

func read(path string) *Text {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return &Text{}
	}
	if info.Size() > maxSource {
		return &Text{Binary: true}
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return &Text{}
	}
	text := Scan(src)
	text.Empty = len(src) == 0
	return text
}
