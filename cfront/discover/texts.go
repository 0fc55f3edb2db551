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
	made map[string]string
}

// NewTexts returns a Texts that has seen nothing.
func NewTexts() *Texts { return &Texts{seen: map[string]*Text{}, made: map[string]string{}} }

// Make says that a file does not exist but would be made of a template.
func (t *Texts) Make(path, template string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made[path] = template
}

// MadeOf returns the template of a file that does not exist, "" for others.
func (t *Texts) MadeOf(path string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.made[path]
}

// Of returns what the scanner sees in a file; nothing in one that cannot be
// read.
func (t *Texts) Of(path string) *Text {
	t.mu.Lock()
	text, ok := t.seen[path]
	t.mu.Unlock()
	if ok {
		return text
	}
	text = read(path, t.MadeOf(path))
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

func read(path, template string) *Text {
	if template != "" {
		path = template
	}
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
	if template != "" {
		src = []byte(Instantiate(string(src)))
	}
	text := Scan(src)
	text.Empty = len(src) == 0
	return text
}
