package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// Key is the hash of what a result follows from; also the hash of a file's content.
type Key [sha256.Size]byte

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Sum returns the key of a content.
func Sum(data []byte) Key { return sha256.Sum256(data) }

// Hash collects what a result follows from. Every part is written with its length, so that no two sequences of parts look the same.
type Hash struct{ h hash.Hash }

// NewHash begins a key for results of one kind.
func NewHash(kind string) *Hash {
	h := &Hash{sha256.New()}
	h.Str(kind)
	return h
}

// Str adds texts.
func (h *Hash) Str(texts ...string) {
	for _, s := range texts {
		h.Int(int64(len(s)))
		h.h.Write([]byte(s))
	}
}

// List adds a list of texts with its length.
func (h *Hash) List(texts []string) {
	h.Int(int64(len(texts)))
	h.Str(texts...)
}

// Bytes adds data.
func (h *Hash) Bytes(data []byte) {
	h.Int(int64(len(data)))
	h.h.Write(data)
}

// Key adds another key.
func (h *Hash) Key(k Key) { h.h.Write(k[:]) }

// Int adds a number.
func (h *Hash) Int(n int64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.h.Write(b[:])
}

// Sum returns the key.
func (h *Hash) Sum() (k Key) {
	h.h.Sum(k[:0])
	return k
}
