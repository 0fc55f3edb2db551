package cache

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// Store is a folder of entries. A nil Store keeps nothing and has nothing.
type Store struct {
	dir     string
	limit   int64
	written atomic.Int64
}

// magic begins every entry; its number is the version of the form.
const magic = "mpivetc1"

// headSize is the size of what comes before an entry's data: the magic and a checksum.
const headSize = len(magic) + sha256.Size

// fresh is how long the time of an entry's last use may lag behind: reading an entry seldom has to write.
const fresh = time.Hour

// Open opens the cache in a folder, which is made where it does not exist. The limit is in bytes; 0 means none.
func Open(dir string, limit int64) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := writable(dir); err != nil {
		return nil, err
	}
	return &Store{dir: dir, limit: limit}, nil
}

// writable tries whether files can be made in a folder.
func writable(dir string) error {
	name, err := write(dir, nil)
	if err == nil {
		err = os.Remove(name)
	}
	return err
}

// Dir returns the cache's folder.
func (s *Store) Dir() string { return s.dir }

func (s *Store) path(k Key) string {
	name := k.String()
	return filepath.Join(s.dir, name[:2], name[2:])
}

// Get returns what is kept under a key, nil if nothing is. A damaged entry is none.
func (s *Store) Get(k Key) []byte {
	if s == nil {
		return nil
	}
	path := s.path(k)
	file, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	if len(file) < headSize || string(file[:len(magic)]) != magic || checksum(k, file[headSize:]) != Key(file[len(magic):headSize]) {
		return nil
	}
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > fresh {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // a cache that cannot be written serves all the same
	}
	return file[headSize:]
}

// checksum binds data to its key, so that an entry under another's name is none.
func checksum(k Key, data []byte) Key {
	h := sha256.New()
	h.Write(k[:])
	h.Write(data)
	return Key(h.Sum(nil))
}

// Has reports whether something is kept under a key. It may turn out to be damaged.
func (s *Store) Has(k Key) bool {
	if s == nil {
		return false
	}
	_, err := os.Stat(s.path(k))
	return err == nil
}

// Drop removes what is kept under a key.
func (s *Store) Drop(k Key) {
	if s != nil {
		_ = os.Remove(s.path(k)) // it may be gone already
	}
}

// Put keeps data under a key and reports whether it could. What cannot be written (a full disk) is not kept: a cache never fails a run.
func (s *Store) Put(k Key, data []byte) bool {
	if s == nil {
		return false
	}
	path := s.path(k)
	sum := checksum(k, data)
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false
	}
	aside, err := write(dir, [][]byte{[]byte(magic), sum[:], data})
	if err != nil {
		return false
	}
	if err := os.Rename(aside, path); err != nil {
		_ = os.Remove(aside)
		return false
	}
	s.written.Add(int64(headSize + len(data)))
	return true
}

// asidePrefix begins the names of files that are being written.
const asidePrefix = "new-"

// write makes a file of its own in a folder, readable to whom the user's mask lets read, and returns its name.
func write(dir string, parts [][]byte) (string, error) {
	var random [8]byte
	rand.Read(random[:])
	name := filepath.Join(dir, asidePrefix+hex.EncodeToString(random[:]))
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	for _, part := range parts {
		if err == nil {
			_, err = file.Write(part)
		}
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(name)
		return "", fmt.Errorf("writing %s: %w", name, err)
	}
	return name, nil
}
