package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T, dir string, limit int64) *Store {
	t.Helper()
	s, err := Open(dir, limit)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func key(i int) Key {
	h := NewHash("test")
	h.Int(int64(i))
	return h.Sum()
}

func TestKeysTellPartsApart(t *testing.T) {
	seen := map[Key]string{}
	for _, parts := range [][]string{{"ab", "c"}, {"a", "bc"}, {"abc"}, {"", "abc"}, {"abc", ""}} {
		h := NewHash("x")
		h.Str(parts...)
		k := h.Sum()
		if other, ok := seen[k]; ok {
			t.Errorf("%q and %s have one key", parts, other)
		}
		seen[k] = fmt.Sprintf("%q", parts)
	}
}

func TestEntries(t *testing.T) {
	s := open(t, t.TempDir(), 0)
	if s.Get(key(1)) != nil || s.Has(key(1)) {
		t.Error("something in an empty cache")
	}
	if !s.Put(key(1), []byte("one")) || !s.Put(key(2), nil) {
		t.Fatal("nothing kept")
	}
	if got := s.Get(key(1)); string(got) != "one" {
		t.Errorf("%q", got)
	}
	if got := s.Get(key(2)); got == nil || len(got) > 0 {
		t.Errorf("an empty entry is %v", got)
	}
	s.Drop(key(1))
	if s.Has(key(1)) {
		t.Error("a dropped entry is there")
	}
}

func TestDamage(t *testing.T) {
	s := open(t, t.TempDir(), 0)
	s.Put(key(1), []byte("content"))
	whole, err := os.ReadFile(s.path(key(1)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		bad := bytes.Clone(whole)
		bad[i] ^= 1
		if os.WriteFile(s.path(key(1)), bad, 0o666); s.Get(key(1)) != nil {
			t.Fatalf("byte %d is damaged and the entry holds", i)
		}
		if os.WriteFile(s.path(key(1)), whole[:i], 0o666); s.Get(key(1)) != nil {
			t.Fatalf("cut off at %d and the entry holds", i)
		}
	}
	os.MkdirAll(filepath.Dir(s.path(key(3))), 0o777)
	if os.WriteFile(s.path(key(3)), whole, 0o666); s.Get(key(3)) != nil {
		t.Error("an entry holds under another's name")
	}
	if !s.Put(key(1), []byte("again")) || string(s.Get(key(1))) != "again" {
		t.Error("a damaged entry cannot be made again")
	}
}

// TestTogether has many writers and readers at the same entries; nobody ever sees half of one.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for w := range 8 {
		s := open(t, dir, 0)
		group.Go(func() {
			for i := range 200 {
				data := bytes.Repeat([]byte{byte(w)}, 3000)
				s.Put(key(i%5), data)
				if got := s.Get(key(i % 5)); len(got) != len(data) || !bytes.Equal(got, bytes.Repeat(got[:1], len(got))) {
					t.Errorf("a mixed entry of %d bytes", len(got))
					return
				}
			}
		})
	}
	group.Wait()
}

func TestBound(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, 40_000)
	for i := range 30 {
		s.Put(key(i), make([]byte, 2000))
		old := time.Now().Add(time.Duration(i-60) * time.Minute)
		os.Chtimes(s.path(key(i)), old, old)
	}
	old := time.Now().Add(-3 * time.Hour)
	os.Chtimes(s.path(key(0)), old, old)
	if s.Get(key(0)) == nil { // a use makes it the newest
		t.Fatal("lost")
	}
	s.Close()
	total := int64(0)
	for _, e := range list(dir) {
		total += e.size
	}
	if total > 40_000 || total < 30_000 {
		t.Errorf("%d bytes after trimming", total)
	}
	if !s.Has(key(0)) || !s.Has(key(29)) || s.Has(key(1)) {
		t.Error("not the oldest went")
	}
}

func TestClean(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	s := open(t, dir, 0)
	for i := range 4 {
		s.Put(key(i), make([]byte, 100))
	}
	mine := filepath.Join(dir, "notes.txt")
	os.WriteFile(mine, []byte("x"), 0o666)
	deep := filepath.Join(dir, "ab", "cd")
	os.MkdirAll(deep, 0o777)
	n, size, err := Clean(dir)
	if err != nil || n != 4 || size != int64(4*(100+headSize)) {
		t.Errorf("%d entries of %d bytes, %v", n, size, err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error("a file that is no entry is gone")
	}
	if _, err := os.Stat(deep); err != nil {
		t.Error("a folder that is no cache's is gone")
	}
	if n, _, err := Clean(filepath.Join(dir, "none")); n != 0 || err != nil {
		t.Errorf("cleaning nothing: %d, %v", n, err)
	}
}

func TestNilStore(t *testing.T) {
	var s *Store
	if s.Put(key(1), nil) || s.Get(key(1)) != nil || s.Has(key(1)) {
		t.Error("a nil store keeps something")
	}
	s.Drop(key(1))
	s.Close()
}

func TestOpenRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	os.WriteFile(file, nil, 0o666)
	if _, err := Open(file, 0); err == nil {
		t.Error("opened a file")
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "c"), 0)
	path := filepath.Join(dir, "a.h")
	write := func(text string, age time.Duration) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		os.Chtimes(path, at, at)
	}
	load := func() *Files { return LoadFiles(s, key(0)) }

	write("one", time.Hour)
	time.Sleep(2 * settled) // the record of the file itself must be old enough too
	f := load()
	if f.Sum(path) != Sum([]byte("one")) || f.Sum(path+"x") != (Key{}) || f.Sum(dir) != (Key{}) {
		t.Error("wrong sums")
	}
	start := time.Now()
	if !f.Held(path, start) || f.Held(path+"x", start) || f.Held(path, start.Add(-time.Hour)) {
		t.Error("wrong about what was held")
	}
	f.Save()
	if again := load(); len(again.known) != 1 || again.Sum(path) != Sum([]byte("one")) || again.added {
		t.Errorf("not remembered: %+v", again.known)
	}

	// The same size and the same time: only the record's own time tells.
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("no time of the record")
	}
	info, _ := os.Stat(path)
	os.WriteFile(path, []byte("two"), 0o666)
	os.Chtimes(path, info.ModTime(), info.ModTime())
	if f.Held(path, start) {
		t.Error("a changed file was held")
	}
	if load().Sum(path) != Sum([]byte("two")) {
		t.Error("a change was missed")
	}

	// A file that has just been written may change again within the same tick.
	write("new", 0)
	f = load()
	f.Sum(path)
	f.Save()
	if r, ok := load().known[path]; ok && r.sum == Sum([]byte("new")) {
		t.Error("a file that may still change was remembered")
	}
}

func TestRecordsSurviveDamage(t *testing.T) {
	all := map[string]record{"a": {sum: key(1), stamp: stamp{1, 2, 3, 4}, sure: true}, "b/c": {sum: key(2), sure: true}}
	data := encodeRecords(all)
	if got := decodeRecords(data); len(got) != 2 || got["a"] != all["a"] || got["b/c"] != all["b/c"] {
		t.Errorf("%+v", got)
	}
	for i := range data {
		decodeRecords(data[:i])
		bad := bytes.Clone(data)
		bad[i] ^= 0xff
		decodeRecords(bad)
	}
}
