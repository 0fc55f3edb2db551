package churn_test

import (
	"fmt"
	"strings"
	"testing"

	"mpivet/ir"
)

// oneBuffer is a loop that acquires, sends and releases a block of that many bytes.
func oneBuffer(t *testing.T, bytes int64) []*ir.Unit {
	t.Helper()
	u, err := ir.ParseUnit("u.c", fmt.Sprintf(`
func @main(%%n, %%to) main {
  var %%b "char *"
  %%i = 0 @1:1
  jump head
head: loop @2:1
  if %%i < %%n then body else done
body:
  acquire %%b malloc size %d @3:1
  comm MPI_Send send(%%b count %d elem 1) peer %%to comm MPI_COMM_WORLD @4:1
  release %%b free @5:1
  %%i = %%i + 1 @6:1
  jump head
done:
  return
}
`, bytes, bytes))
	if err != nil {
		t.Fatal(err)
	}
	return []*ir.Unit{u}
}

// TestCostFollowsTheSize: what happens to the pages decides what is said, and whether a setting of the heap helps.
func TestCostFollowsTheSize(t *testing.T) {
	for _, c := range []struct {
		bytes        int64
		cost, advice []string
		heap         bool
	}{
		{64 << 20, []string{"1 registration in every pass, about 5.4 ms", "gives the pages back to the system at every free", "11 ms in every pass"}, []string{"MALLOC_MMAP_MAX_=0"}, true},
		{1 << 20, []string{"1 registration in every pass, about 100 µs", "keeps those of later ones"}, nil, false},
		{64 << 10, []string{"likely registered", "glibc keeps the pages", "cache hit (50 ns)"}, nil, false},
		{512, []string{"copied through memory that is registered already"}, nil, false},
	} {
		found := findings(oneBuffer(t, c.bytes))
		if len(found) != 1 {
			t.Errorf("%d bytes: %d findings", c.bytes, len(found))
			continue
		}
		for _, want := range c.cost {
			if !strings.Contains(found[0].Cost, want) {
				t.Errorf("%d bytes: cost %q lacks %q", c.bytes, found[0].Cost, want)
			}
		}
		for _, want := range c.advice {
			if !strings.Contains(found[0].Advice, want) {
				t.Errorf("%d bytes: advice %q lacks %q", c.bytes, found[0].Advice, want)
			}
		}
		if strings.Contains(found[0].Advice, "MALLOC_") != c.heap {
			t.Errorf("%d bytes: advice %q", c.bytes, found[0].Advice)
		}
	}
}
