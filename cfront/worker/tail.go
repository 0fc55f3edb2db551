package worker

import (
	"strings"
	"sync"
)

// tail keeps the beginning of what a child prints on standard error; libclang
// and the runtime say there why they ended.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailSize is how many bytes are kept.
const tailSize = 4 << 10

// Write takes everything and keeps what there is room for.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	room := min(len(p), tailSize-len(t.text))
	t.text = append(t.text, p[:room]...)
	return len(p), nil
}

// reset forgets what one job printed before the next.
func (t *tail) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = t.text[:0]
}

// cause finds the line that says why the process ended, "" if none does.
func (t *tail) cause() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for line := range strings.SplitSeq(string(t.text), "\n") {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"fatal error: ", "LLVM ERROR: ", "SIG", "terminate called", "Assertion"} {
			if strings.HasPrefix(line, mark) {
				return strings.TrimSuffix(strings.TrimPrefix(line, "fatal error: "), ":")
			}
		}
	}
	return ""
}
