package cache

import (
	"encoding/binary"
	"os"
	"sync"
	"time"
)

// Files knows what files contain: it reads each at most once in a run, and not at all if the file system says that it is the file that an
// earlier run has read. It is safe for concurrent use.
type Files struct {
	store *Store
	key   Key
	mu    sync.Mutex
	known map[string]record // of earlier runs
	seen  map[string]record // in this run
	added bool              // seen holds what known does not
}

// record is what is known of one file.
type record struct {
	sum   Key // zero: there is no such file, or it cannot be read
	stamp stamp
	sure  bool // the stamp tells this content from every later one
}

// stamp is how the file system tells one state of a file from another.
type stamp struct {
	size, modified, changed int64 // bytes; nanoseconds
	inode                   uint64
}

// settled is how much older than its reading a file's last change must be for the reading to be the last word on it: file systems
// count time in steps, some in whole seconds.
const (
	settled       = 50 * time.Millisecond
	settledCoarse = 2 * time.Second
)

// LoadFiles returns a Files that knows what earlier runs with the same key have saved.
func LoadFiles(store *Store, key Key) *Files {
	f := &Files{store: store, key: key, seen: map[string]record{}}
	f.known = decodeRecords(store.Get(key))
	return f
}

// Sum returns the hash of a file's content, the zero Key if there is none to read.
func (f *Files) Sum(path string) Key {
	return f.record(path).sum
}

// Held reports whether a file has had the content that Sum says from a time until now.
func (f *Files) Held(path string, since time.Time) bool {
	r := f.record(path)
	if r.sum == (Key{}) || !r.stamp.before(since) {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && stampOf(info) == r.stamp
}

func (f *Files) record(path string) record {
	f.mu.Lock()
	r, ok := f.seen[path]
	old := f.known[path]
	f.mu.Unlock()
	if ok {
		return r
	}
	r, added := examine(path, old)
	f.mu.Lock()
	defer f.mu.Unlock()
	if first, ok := f.seen[path]; ok {
		return first
	}
	f.seen[path] = r
	f.added = f.added || added
	return r
}

// examine looks at a file of which a record may be known, and reports whether the record is new.
func examine(path string, old record) (r record, added bool) {
	now := time.Now()
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return record{}, false
	}
	r.stamp = stampOf(info)
	if old.sure && old.stamp == r.stamp {
		return old, false
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return record{}, false
	}
	r.sum = Sum(data)
	r.sure = r.stamp.before(now)
	return r, r.sure
}

// before reports whether a file's last change lies safely before a time.
func (s stamp) before(t time.Time) bool {
	margin := settled
	if s.modified%int64(time.Second) == 0 && s.changed%int64(time.Second) == 0 {
		margin = settledCoarse
	}
	return max(s.modified, s.changed) < t.Add(-margin).UnixNano()
}

// maxKnown bounds how many files of earlier runs are remembered although this run did not look at them.
const maxKnown = 200_000

// Save keeps what is known for later runs.
func (f *Files) Save() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.added || f.store == nil {
		return
	}
	all := map[string]record{}
	for path, r := range f.seen {
		if r.sure {
			all[path] = r
		}
	}
	for path, r := range f.known {
		if _, ok := f.seen[path]; !ok && len(all) < maxKnown {
			all[path] = r
		}
	}
	f.store.Put(f.key, encodeRecords(all))
	f.added = false
}

func encodeRecords(all map[string]record) []byte {
	var out []byte
	for path, r := range all {
		out = binary.AppendUvarint(out, uint64(len(path)))
		out = append(out, path...)
		out = append(out, r.sum[:]...)
		for _, n := range []uint64{uint64(r.stamp.size), uint64(r.stamp.modified), uint64(r.stamp.changed), r.stamp.inode} {
			out = binary.LittleEndian.AppendUint64(out, n)
		}
	}
	return out
}

// decodeRecords reads what encodeRecords wrote; what does not fit the form is dropped.
func decodeRecords(data []byte) map[string]record {
	const fixed = len(Key{}) + 4*8
	out := map[string]record{}
	for len(data) > 0 {
		n, k := binary.Uvarint(data)
		if k <= 0 || n > uint64(len(data)) || len(data)-k-int(n) < fixed {
			break
		}
		path := string(data[k : k+int(n)])
		data = data[k+int(n):]
		r := record{sum: Key(data[:len(Key{})]), sure: true}
		at := func(i int) uint64 { return binary.LittleEndian.Uint64(data[len(Key{})+8*i:]) }
		r.stamp = stamp{int64(at(0)), int64(at(1)), int64(at(2)), at(3)}
		out[path] = r
		data = data[fixed:]
	}
	return out
}

// Stamp returns a hash of how the file system describes a file, for files too large to be read only to learn whether they have changed.
func Stamp(path string) (Key, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return Key{}, false
	}
	s := stampOf(info)
	h := NewHash("stamp")
	h.Str(path)
	for _, n := range []int64{s.size, s.modified, s.changed, int64(s.inode)} {
		h.Int(n)
	}
	return h.Sum(), true
}
