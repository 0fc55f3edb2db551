// Package generics holds generic functions and types.
package generics

func join[T any](parts ...[]T) []T {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	msg := make([]T, 0, n)
	for _, p := range parts {
		msg = append(msg, p...)
	}
	return msg
}

type scratch[T any] struct{ mem []T }

func (s *scratch[T]) take(n int) []T {
	if cap(s.mem) < n {
		s.mem = make([]T, n)
	}
	s.mem = s.mem[:n]
	return s.mem
}

type sized interface{ size() int }

func total[T sized](list []T) (n int) {
	for _, v := range list {
		n += v.size()
	}
	return n
}

type block int

func (b block) size() int { return int(b) }

func apply[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

func use(n int) int {
	a := join([]float64{1}, []float64{2})
	b := join([]int{n})
	var s scratch[float32]
	c := s.take(n)
	d := apply(b, func(k int) block { return block(k) })
	return len(a) + len(c) + total(d)
}
