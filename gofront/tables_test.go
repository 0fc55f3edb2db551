package gofront

import (
	"bytes"
	"strings"
	"testing"

	"mpivet/ir"
)

const configuredProgram = `package a

type Arena struct{ mem []float64 }

func (a *Arena) Get(n int) []float64   { return a.mem[:n] }
func fresh(n, m int) []float64         { return nil }
func fill(p *[]float64, n int)         {}
func drop(b []float64)                 {}
func clear2(p *[]float64)              {}
func post(tag int, to int, b []float64) {}

func use(a *Arena, n int) {
	x := a.Get(n)
	y := fresh(n, 8)
	var z []float64
	fill(&z, n)
	post(1, n, y)
	drop(y)
	clear2(&z)
	_ = x
}
`

func TestTables(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": mod, "a.go": configuredProgram})
	units, _ := load(t, Options{Dir: dir, Tables: &Tables{
		Allocators: map[string]Allocator{
			"a.fresh":            {Out: -1, Of: -1, Size: []int{0, 1}},
			"example.com/a.fill": {Out: 0, Of: -1, Size: []int{1}},
		},
		Releases: map[string]Release{"a.drop": {}, "a.clear2": {Indirect: true}},
		Pools:    map[string]bool{"Arena.Get": true},
		Wrappers: map[string]Wrapper{"a.post": {Like: "MPI_Send", Args: []int{2, -1, -1, 1, 0, -1}}},
	}})
	var out bytes.Buffer
	if err := ir.Print(&out, units[0]); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`%x = ?"a.Get"`,
		`acquire %y fresh size (%n * 8) name "y"`,
		`acquire %z fill size %n name "z"`,
		`comm MPI_Send as "post" send(%y elem 8 text "y") peer %n @`,
		`release %y drop`,
		`release %z clear2`,
		`%z = null`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
	for _, err := range ir.Sanity(units[0]) {
		t.Error(err)
	}
}

func TestOwnBinding(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":    mod,
		"net/n.go":  "package net\n\nfunc Ship(b []int, to int) { panic(1) }\n",
		"user/u.go": "package user\n\nimport \"example.com/a/net\"\n\nfunc F(n int) { net.Ship(make([]int, n), 3) }\n",
	})
	units, _ := load(t, Options{Dir: dir, Tables: &Tables{Bindings: []Binding{{
		Paths: []string{"example.com/a/net"}, Calls: []BoundCall{{Name: "Ship", Like: "MPI_Send", Args: "send peer"}},
	}}}})
	if len(units) != 1 {
		t.Fatalf("units %v", names(units))
	}
	f := fn(t, units, "example.com/a/user.F")
	if _, ok := f.Blocks[0].Instrs[1].(*ir.Comm); !ok {
		t.Errorf("no communication in %v", f.Blocks[0].Instrs)
	}
}
