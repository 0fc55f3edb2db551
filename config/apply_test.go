package config

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/ir"
)

const unitText = `unit "example.org/app" lang go

func @"example.org/app.f"(%n "int", %old "[]byte") display "f" {
  var %b "[]byte"
  var %c "[]byte"
  var %d "[]byte"
  var temp %t1 "[]byte"
b0:
  %b = call @"example.org/app/mem.Get"(%n, 8) name "mem.Get"
  %t1 = call @"example.org/app/mem.Grow"(%old, %n) name "mem.Grow"
  %c = call @"(*example.org/app/mem.Arena).Take"(%n) name "arena.Take"
  call @"example.org/app/mem.Fill"(&%d, %n) name "mem.Fill"
  call @"example.org/app/mem.Put"(%n, %b) name "mem.Put"
  call @"example.org/app/mem.Drop"(&%d) name "mem.Drop"
  call @"example.org/app/mem.Get"(%n, 8) name "mem.Get"
  %b = call @"example.org/app/mem.Other"(%n) name "mem.Other"
  return
}
`

func TestApply(t *testing.T) {
	u, err := ir.ParseUnit("app", unitText)
	if err != nil {
		t.Fatal(err)
	}
	zero, one := 0, 1
	c := &Config{
		Allocators: []Allocator{
			{Name: "mem.Get", Size: []int{0, 1}, Zeroed: true}, {Name: "example.org/app/mem.Grow", Size: []int{1}, Of: &zero},
			{Name: "mem.Fill", Out: &zero}, {Name: "mem.Other", Out: &one},
		},
		Releases: []Release{{Name: "mem.Put", Arg: 1}, {Name: "mem.Drop", Indirect: true}},
		Pools:    []string{"(*example.org/app/mem.Arena).Take"},
	}
	c.Apply([]*ir.Unit{u})
	_, got, _ := strings.Cut(u.String(), "b0:\n")
	got = regexp.MustCompile(` @[0-9]+:[0-9]+`).ReplaceAllString(got, "")
	want := `  acquire %b "mem.Get" size (%n * 8) name "b" zero
  acquire %t1 "example.org/app/mem.Grow" size %n of %old
  %c = call {}(%n) name "arena.Take"
  acquire %d "mem.Fill" name "d"
  release %b "mem.Put"
  release %d "mem.Drop"
  call @"example.org/app/mem.Get"(%n, 8) name "mem.Get"
  %b = call @"example.org/app/mem.Other"(%n) name "mem.Other"
  return
}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
