package peer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/ir"
)

// The programs in these tests are written as bodies; expectations stand behind the communication calls:
//
//	comm MPI_Send …  // = star world hub 0
//	comm MPI_Recv …  // = bounded fixed
//
// check parses units, analyses them together and compares.
func check(t *testing.T, units ...string) {
	t.Helper()
	var parsed []*ir.Unit
	want := map[string]string{}
	for i, text := range units {
		name := fmt.Sprintf("u%d.c", i)
		u, err := ir.ParseUnit(name, text)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, u)
		for n, line := range strings.Split(text, "\n") {
			if _, exp, ok := strings.Cut(line, "// = "); ok {
				want[fmt.Sprintf("%s:%d", name, n+1)] = exp
			}
		}
	}
	prog := ir.NewProgram(parsed)
	got := usesByLine(Analyse(prog))
	for at, exp := range want {
		if got[at] != exp {
			t.Errorf("%s: got %q, want %q", at, got[at], exp)
		}
	}
	for at := range got {
		if want[at] == "" {
			t.Errorf("%s: no expectation; got %q", at, got[at])
		}
	}
	forgetful := newAnalysis(prog)
	forgetful.most = 0
	if diff := cmp.Diff(got, usesByLine(forgetful.run())); diff != "" {
		t.Errorf("another verdict when nothing is remembered between questions: %s", diff)
	}
}

func usesByLine(r *Result) map[string]string {
	got := map[string]string{}
	for _, u := range r.Uses {
		at := fmt.Sprintf("%s:%d", u.Call.Pos.File, u.Call.Pos.Line)
		if got[at] != "" {
			got[at] += ", "
		}
		got[at] += describe(u)
	}
	return got
}

func describe(u *Use) string {
	if u.Pattern == Bounded {
		return "bounded " + u.Set.String()
	}
	s := u.Pattern.String() + " " + u.Comm.String()
	if u.Share > 1 {
		s += fmt.Sprintf(" share %d", u.Share)
	}
	if u.Strided {
		s += " strided"
	}
	if u.Sparse {
		s += " sparse"
	}
	if u.Hub >= 0 {
		s += fmt.Sprintf(" hub %d", u.Hub)
	}
	for _, c := range u.Callers {
		s += fmt.Sprintf(" via %d", c.Call.Pos.Line)
	}
	return s
}

// world is the prologue of a function that asks for rank and size.
const world = `
  %rank = rank(MPI_COMM_WORLD)
  %size = size(MPI_COMM_WORLD)
`

// loop wraps body, whose blocks jump to next at their end, in for (i = init; cond; i += step).
func loop(init, cond, step, body string) string {
	return `
  %i = ` + init + `
  jump head
head: loop @1:1
  if ` + cond + ` then body else done
body:
` + body + `
  jump next
next:
  %i = %i + ` + step + `
  jump head
done:
  return
`
}

func fun(head, body string) string { return "func @" + head + " {\n" + body + "}\n" }

func TestLoopsOverAllRanks(t *testing.T) {
	for name, body := range map[string]string{
		"upwards":       loop("0", "%i < %size", "1", "  comm MPI_Send send(%b count 1 elem 4) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"from one":      loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"downwards":     loop("%size - 1", "%i >= 0", "(-1)", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"unequal":       loop("0", "%i != %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"mirrored":      loop("0", "%size > %i", "1", "  comm MPI_Send send(%b) peer %size - 1 - %i comm MPI_COMM_WORLD // = all pairs world"),
		"up to size-1":  loop("0", "%i <= %size - 1", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"offset":        loop("0", "%i < %size - 1", "1", "  comm MPI_Send send(%b) peer %i + 1 comm MPI_COMM_WORLD // = all pairs world"),
		"wrapped":       loop("1", "%i < %size", "1", "  comm MPI_Sendrecv send(%b) recv(%c) peer (%rank + %i) % %size, (%rank - %i + %size) % %size comm MPI_COMM_WORLD // = all pairs world"),
		"xor":           loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %rank ^ %i comm MPI_COMM_WORLD // = all pairs world"),
		"masked":        loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer (%rank + %i) & (%size - 1) comm MPI_COMM_WORLD // = all pairs world"),
		"strided":       loop("0", "%i < %size", "2", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world share 2"),
		"wide":          loop("%k - 1", "%i < %k - 1 + %size", "%k", "  comm MPI_Send send(%b) peer %i - %k + 1 comm MPI_COMM_WORLD // = all pairs world strided"),
		"whole strides": loop("0", "%i <= (%size - 1) / %k * %k", "%k", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world strided"),
		"half":          loop("1", "%i <= %size / 2", "1", "  comm MPI_Send send(%b) peer (%rank + %i) % %size comm MPI_COMM_WORLD // = all pairs world share 2"),
		"above":         loop("%rank + 1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"below":         loop("0", "%i < %rank", "1", "  comm MPI_Recv recv(%b) peer %i comm MPI_COMM_WORLD // = all pairs world"),
		"one-sided":     loop("0", "%i < %size", "1", "  comm MPI_Put send(%b) peer %i win %w // = all pairs unknown"),
		"self":          loop("0", "%i < %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_SELF // = all pairs self"),

		"chunks of ranks": loop("0", "%i < %n", "1", "  comm MPI_Send send(%b) peer %i % %size comm MPI_COMM_WORLD // = bounded unclear"),
		"derived":         loop("0", "%i < %n", "1", "  comm MPI_Send send(%b) peer %i / %k comm MPI_COMM_WORLD // = bounded unclear"),
		"neighbours":      loop("0", "%i < %nn", "1", "  comm MPI_Send send(%b) peer %nb.*[%i] comm MPI_COMM_WORLD // = bounded listed"),
		"ring":            loop("1", "%i < %size", "1", "  comm MPI_Sendrecv send(%b) recv(%c) peer (%rank + 1) % %size, (%rank + %size - 1) % %size comm MPI_COMM_WORLD // = bounded neighbour"),
		"rank plus one":   loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %rank + 1 comm MPI_COMM_WORLD // = bounded neighbour"),
		"fixed":           loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer 0 comm MPI_COMM_WORLD // = bounded fixed"),
		"last":            loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %size - 1 comm MPI_COMM_WORLD // = bounded fixed"),
		"constants":       loop("0", "%i < 6", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = bounded unclear"),
		"hypercube":       loop("0", "%i < %logn", "1", "  comm MPI_Send send(%b) peer (1 << %i) ^ %rank comm MPI_COMM_WORLD // = bounded hypercube"),
		"xor in range":    loop("1", "%i < %size", "1", "  %p = %rank ^ %i\n  if %p < %size then there else next\nthere:\n  comm MPI_Send send(%b) peer %p comm MPI_COMM_WORLD // = all pairs world"),
		"nowhere":         loop("0", "%i < %size", "1", "  comm MPI_Send send(%b) peer MPI_PROC_NULL comm MPI_COMM_WORLD // = bounded nowhere"),
		"capped":          loop("0", "%i < %size && %i < 8", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = bounded unclear"),
		"anybody":         loop("0", "%i < %n", "1", "  comm MPI_Recv recv(%b) peer MPI_ANY_SOURCE comm MPI_COMM_WORLD // = bounded anybody"),
		"hub":             loop("1", "%i < %size", "1", "  comm MPI_Recv recv(%b) peer MPI_ANY_SOURCE comm MPI_COMM_WORLD // = hub world"),
		"hub of some":     loop("1", "%i < %size * 4", "1", "  comm MPI_Recv recv(%b) peer MPI_ANY_SOURCE comm MPI_COMM_WORLD // = bounded anybody"),
	} {
		t.Run(name, func(t *testing.T) { check(t, fun("f(%b, %c, %n, %k, %nb, %nn, %w, %logn)", world+body)) })
	}
}

func TestDoublingMaskIsAHypercube(t *testing.T) {
	check(t, fun("f(%b)", world+`
  %m = 1
  jump head
head:
  if %m < %size then body else done
body:
  comm MPI_Sendrecv send(%b) recv(%b) peer %rank ^ %m, %rank ^ %m comm MPI_COMM_WORLD // = bounded hypercube
  comm MPI_Send send(%b) peer %m comm MPI_COMM_WORLD // = bounded unclear
  %m = %m << 1
  jump head
done:
  return
`))
}

func TestConditionsInTheLoop(t *testing.T) {
	branch := func(cond, then, other string) string {
		return loop("0", "%i < %size", "1", "  if "+cond+" then yes else no\nyes:\n"+then+"\n  jump next\nno:\n"+other)
	}
	send := func(peer, want string) string {
		return "  comm MPI_Send send(%b) peer " + peer + " comm MPI_COMM_WORLD // = " + want
	}
	for name, body := range map[string]string{
		"self skipped":     branch("%i != %rank", send("%i", "all pairs world"), ""),
		"self in the else": branch("%i == %rank", "", send("%i", "all pairs world")),
		"turns":            branch("%i == %rank", send("%i + 1", "bounded unclear"), ""),
		"one of two":       branch("%i == %left || %i == %right", send("%i", "bounded unclear"), ""),
		"sparse":           branch("%cnt.*[%i] > 0", send("%i", "all pairs world sparse"), ""),
		"flag":             branch("%flag", send("%i", "all pairs world"), ""),
		"star":             branch("%rank == 0", send("%i", "star world hub 0"), send("0", "bounded fixed")),
		"star by truth":    branch("!%rank", send("%i", "star world hub 0"), ""),
		"star in the else": branch("%rank > 0", "", send("%i", "star world hub 0")),
		"star at the end":  branch("%rank == %size - 1", send("%i", "star world"), ""),
		"star at a root":   branch("%rank == %root", send("%i", "star world"), ""),
	} {
		t.Run(name, func(t *testing.T) {
			check(t, fun("f(%b, %left, %right, %cnt, %flag, %root)", world+body))
		})
	}
}

func TestReturnCodesAreNoData(t *testing.T) {
	check(t, fun("f(%b) results 1", world+loop("0", "%i < %size", "1", `
  %rc = comm MPI_Irecv recv(%b) peer %i comm MPI_COMM_WORLD // = all pairs world
  if %rc == 0 then ok else next
ok:
  comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world`)))
}

func TestEarlyReturnMakesAStar(t *testing.T) {
	check(t, fun("f(%b)", world+`
  if %rank != 0 then worker else hub
worker:
  comm MPI_Recv recv(%b) peer 0 comm MPI_COMM_WORLD // = bounded fixed
  return
hub:
`+loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = star world hub 0")))
}

func TestSwitchOverTheRank(t *testing.T) {
	check(t, fun("f(%b)", world+`
  switch %rank {0: hub, default: worker}
worker:
  return
hub:
`+loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = star world hub 0")))
}

func TestNestedAllPairs(t *testing.T) {
	check(t, fun("f(%b)", world+`
  %i = 0
  jump ihead
ihead:
  if %i < %size then ibody else done
ibody:
  %j = 0
  jump jhead
jhead:
  if %j < %size then jbody else inext
jbody:
  if %i == %j then jnext else differ
differ:
  if %rank == %i then client else other
client:
  comm MPI_Send send(%b) peer %j comm MPI_COMM_WORLD // = all pairs world
  jump jnext
other:
  if %rank == %j then server else jnext
server:
  comm MPI_Recv recv(%b) peer %i comm MPI_COMM_WORLD // = all pairs world
  jump jnext
jnext:
  %j = %j + 1
  jump jhead
inext:
  %i = %i + 1
  jump ihead
done:
  return
`))
}

func TestWrapByIf(t *testing.T) {
	check(t, fun("f(%b)", world+loop("1", "%i < %size", "1", `
  %to = %rank + %i
  if %to >= %size then wrap else go
wrap:
  %to = %to - %size
  jump go
go:
  comm MPI_Send send(%b) peer %to comm MPI_COMM_WORLD // = all pairs world`)))
}

func TestPermutedOrder(t *testing.T) {
	fill := func(value string) string {
		return world + `
  %j = 0
  jump fill
fill:
  if %j < %size then put else filled
put:
  %order[%j] = ` + value + `
  %j = %j + 1
  jump fill
filled:
` + loop("0", "%i < %size", "1", "  comm MPI_Send send(%b) peer %order[%i] comm MPI_COMM_WORLD // = ")
	}
	check(t, fun("f(%b)", strings.Replace(fill("(%rank + %j) % %size"), "// = ", "// = all pairs world", 1)))
	check(t, fun("f(%b, %x)", strings.Replace(fill("%x.*[%j]"), "// = ", "// = bounded listed", 1)))
}

func TestDoWhileAndDecrement(t *testing.T) {
	check(t, fun("f(%b)", world+`
  %r = %size
  jump body
body: loop @1:1
  %r = %r - 1
  comm MPI_Send send(%b) peer %r comm MPI_COMM_WORLD // = all pairs world
  if %r > 0 then body else done
done:
  %left = %size - 1
  jump head
head:
  if %left then get else end
get:
  comm MPI_Recv recv(%b) peer MPI_ANY_SOURCE comm MPI_COMM_WORLD // = hub world
  %left = %left - 1
  jump head
end:
  return
`))
}

func TestWorkerPool(t *testing.T) {
	check(t, fun("f(%b, %tasks)", world+`
  %active = %size - 1
  jump head
head:
  if %active > 0 then body else done
body:
  comm MPI_Recv recv(%b) peer MPI_ANY_SOURCE comm MPI_COMM_WORLD // = bounded anybody
  if %tasks > 0 then more else stop
more:
  comm MPI_Send send(%b) peer %st.MPI_SOURCE comm MPI_COMM_WORLD // = bounded unclear
  %tasks = %tasks - 1
  jump head
stop:
  %active = %active - 1
  jump head
done:
  return
`))
}
