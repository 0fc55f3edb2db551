// Package chans holds what nobody follows: channels and maps.
package chans

import (
	"log"
	"os"
)

func channels(c chan []float64, b []float64) []float64 {
	c <- b
	x := <-c
	y, ok := <-c
	if !ok {
		return x
	}
	select {
	case c <- y:
	case z := <-c:
		return z
	default:
	}
	return y
}

func maps(m map[int][]float64, n int) []float64 {
	if b, ok := m[n]; ok {
		return b
	}
	b := make([]float64, n)
	m[n] = b
	delete(m, n)
	return m[n+1]
}

func lists(pending [][]float64, b []float64) [][]float64 {
	pending = append(pending, b, nil)
	other := append([][]float64(nil), pending...)
	copy(other, pending)
	return other
}

func ends(n int) int {
	switch n {
	case 1:
		os.Exit(1)
	case 2:
		log.Fatal("two")
	case 3:
		panic("three")
	case 4, 5:
		return 4
	}
	return n
}

func conditions(a, b int, p *int) bool {
	ok := a > 0 && b > 0 || p == nil
	if !ok && (a&^b) != 0 {
		return -a < ^b
	}
	return ok
}
