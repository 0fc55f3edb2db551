package peer

// names numbers the names of a program's fields, or of its globals.
type names map[string]int

func (n names) number(name string) int {
	i, ok := n[name]
	if !ok {
		i = len(n)
		n[name] = i
	}
	return i
}

// nameset is a set of numbered names, a bit each: in a large program every function may write thousands of fields through its
// callees.
type nameset struct {
	names names
	bits  []uint64
}

func (s *nameset) has(name string) bool {
	i, ok := s.names[name]
	return ok && i/64 < len(s.bits) && s.bits[i/64]>>(i%64)&1 == 1
}

func (s *nameset) add(name string) {
	i := s.names.number(name)
	s.grow(i/64 + 1)
	s.bits[i/64] |= 1 << (i % 64)
}

// addAll adds what t has, a set over the same names, and reports whether that was anything new.
func (s *nameset) addAll(t *nameset) bool {
	s.grow(len(t.bits))
	changed := false
	for i, w := range t.bits {
		changed = changed || w&^s.bits[i] != 0
		s.bits[i] |= w
	}
	return changed
}

func (s *nameset) grow(words int) {
	if n := words - len(s.bits); n > 0 {
		s.bits = append(s.bits, make([]uint64, n)...)
	}
}
