package cfront

import (
	"runtime"
	"sync"

	"mpivet/cache"
	"mpivet/ir"
)

// Part is a translation unit that was read: its ir in the binary form, which may lie in the cache.
type Part struct {
	// Key is the hash of the ir: parts with equal keys are equal.
	Key cache.Key
	// State is the hash of the files that the part was read from; zero if they may have changed meanwhile, or without a cache.
	State cache.Key
	data  []byte // nil: in the store
	store *cache.Store
}

// entryKey is where the cache keeps a part's ir.
func entryKey(ir cache.Key) cache.Key {
	h := cache.NewHash("c ir")
	h.Key(ir)
	return h.Sum()
}

// newPart keeps encoded ir in the cache where there is one, else in memory.
func newPart(store *cache.Store, data []byte) *Part {
	p := &Part{Key: cache.Sum(data), data: data, store: store}
	if key := entryKey(p.Key); store.Has(key) || store.Put(key, data) {
		p.data = nil
	}
	return p
}

// unit reads the part.
func (p *Part) unit() (*ir.Unit, error) {
	data := p.data
	if data == nil {
		data = p.store.Get(entryKey(p.Key))
	}
	return ir.DecodeUnit(data)
}

// decodeParts reads parts on all cores. Where one cannot be read its unit is nil.
func decodeParts(parts []*Part) []*ir.Unit {
	units := make([]*ir.Unit, len(parts))
	queue := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range queue {
				if u, err := parts[i].unit(); err == nil {
					units[i] = u
				}
			}
		})
	}
	for i := range parts {
		queue <- i
	}
	close(queue)
	group.Wait()
	return units
}
