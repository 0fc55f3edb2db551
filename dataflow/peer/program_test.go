package peer

import (
	"strings"
	"testing"

	"mpivet/ir"
)

func TestFieldsAndWindows(t *testing.T) {
	check(t, `
func @open(%h "hist *") {
  %h.*.nranks = size(MPI_COMM_WORLD)
  acquire %h.*.win MPI_Win_allocate object of MPI_COMM_WORLD
}
func @flush(%h "hist *", %b) {
`+loop("0", "%i < %h.*.nranks", "1", "  comm MPI_Accumulate send(%b) peer %i win %h.*.win // = all pairs world")+`}
func @main() main {
  var %h "hist"
  call @open(&%h)
  call @flush(&%h, null)
}
`)
}

func TestFieldsInAnotherUnit(t *testing.T) {
	check(t, `
func @setup(%p "params *") exported {
  %p.*.NumProcs = size(MPI_COMM_WORLD)
  %p.*.MyProc = rank(MPI_COMM_WORLD)
}
`, `
func @run(%p "params *", %b) exported {
`+loop("0", "%i < %p.*.NumProcs", "1", `
  if %i == %p.*.MyProc then next else other
other:
  comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world`)+`}
`)
}

func TestFieldsThatDisagree(t *testing.T) {
	check(t, `
func @setup(%p "params *", %n) exported {
  %p.*.n = size(MPI_COMM_WORLD)
}
func @other(%p "params *", %n) exported {
  %p.*.n = %n
}
func @third(%q "mesh *", %n) exported {
  %q.*.m = %n
}
func @run(%p "params *", %b) exported {
`+loop("0", "%i < %p.*.n", "1", `comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = bounded unclear`)+`}
`)
}

func TestSameFieldOfAnotherType(t *testing.T) {
	check(t, `
func @setup(%p "struct params *") exported {
  %p.*.n = size(MPI_COMM_WORLD)
}
func @other(%p "mesh *", %n) exported {
  %p.*.n = %n
}
func @run(%p "const struct params *", %b) exported {
`+loop("0", "%i < %p.*.n", "1", `comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = all pairs world`)+`}
`)
}

func TestGlobalsAndGetters(t *testing.T) {
	check(t, `
global @nprocs
global @ring
func @init() exported {
  acquire @ring MPI_Comm_dup object of MPI_COMM_WORLD
  @nprocs = size(@ring)
}
func @fini() exported {
  release @ring MPI_Comm_free
  @ring = null
}
func @count() results 1 exported {
  %n = size(@ring)
  return %n
}
func @byglobal(%b) exported {
`+loop("0", "%i < @nprocs", "1", `comm MPI_Isend send(%b) peer %i comm @ring // = all pairs world`)+`}
func @bygetter(%b) exported {
  %n = call @count()
`+loop("0", "%i < %n", "1", `comm MPI_Isend send(%b) peer %i comm @ring // = all pairs world`)+`}
`)
}

func TestOutParameters(t *testing.T) {
	check(t, `
func @who(%comm, %rank, %size) exported {
  %rank.* = rank(%comm)
  %size.* = size(%comm)
}
func @main() main {
  %r = 0
  %n = 1
  call @who(MPI_COMM_WORLD, &%r, &%n)
  if %r == 0 then hub else out
out:
  return
hub:
`+loop("1", "%i < %n", "1", `comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = star world hub 0`)+`}
`)
}

func TestUnseenCalleeFillsItsOutParameter(t *testing.T) {
	check(t, `
func @main() main {
  %n = size(MPI_COMM_WORLD)
  call @read_config(&%n)
`+loop("1", "%i < %n", "1", `comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = bounded unclear`)+`}
`)
}

func TestPeerThroughCalls(t *testing.T) {
	check(t, `
func @put(%to, %b) exported {
  comm MPI_Send send(%b) peer %to comm MPI_COMM_WORLD // = all pairs world via 6 via 15
}
func @relay(%to, %b) exported {
  call @put(%to, %b)
}
func @all(%b) exported {
  %size = size(MPI_COMM_WORLD)
`+"  %i = 0\n  jump head\nhead:\n  if %i < %size then body else done\nbody:\n"+
		`  call @relay(%i, %b)
  %i = %i + 1
  jump head
done:
  return
}
func @next(%b) exported {
  %r = rank(MPI_COMM_WORLD)
  call @put(%r + 1, %b)
}
`)
}

func TestCallersThatGuard(t *testing.T) {
	body := func(want string) string {
		return loop("1", "%i < %size", "1", "  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD // = "+want)
	}
	check(t, `
func @master(%b) exported {
  %size = size(MPI_COMM_WORLD)
`+body("star world hub 0")+`}
func @both(%b) exported {
  %size = size(MPI_COMM_WORLD)
`+body("all pairs world")+`}
func @main() main {
  %rank = rank(MPI_COMM_WORLD)
  call @both(null)
  if %rank == 0 then m else w
m:
  call @both(null)
  call @master(null)
  return
w:
  return
}
`)
}

func TestCommunicators(t *testing.T) {
	use := func(comm, want string) string {
		return loop("0", "%i < %n", "1", "  comm MPI_Send send(%b) peer %i comm "+comm+" // = all pairs "+want)
	}
	for name, text := range map[string]string{
		"dup":       "  acquire %c MPI_Comm_dup object of MPI_COMM_WORLD\n  %n = size(MPI_COMM_WORLD)\n" + use("%c", "world"),
		"cart":      "  acquire %c MPI_Cart_create object of MPI_COMM_WORLD\n  %n = size(%c)\n" + use("%c", "world"),
		"split":     "  acquire %c MPI_Comm_split object of MPI_COMM_WORLD\n  %n = size(%c)\n" + use("%c", "sub-communicator"),
		"cart sub":  "  acquire %c MPI_Cart_create object of MPI_COMM_WORLD\n  acquire %d MPI_Cart_sub object of %c\n  %n = size(%d)\n" + use("%d", "sub-communicator"),
		"group":     "  acquire %c MPI_Comm_create object of MPI_COMM_WORLD\n  %n = size(%c)\n" + use("%c", "sub-communicator"),
		"node":      "  acquire %c PMPI_Comm_split_type object of MPI_COMM_WORLD\n  %n = size(%c)\n" + use("%c", "node"),
		"parameter": "  %n = size(%p)\n" + use("%p", "unknown"),
		"window":    "  acquire %d MPI_Comm_split object of MPI_COMM_WORLD\n  acquire %w MPI_Win_create object of %d\n  %n = size(%d)\n" + loop("0", "%i < %n", "1", "  comm MPI_Get recv(%b) peer %i win %w // = all pairs sub-communicator"),
		"binding":   "  acquire %c NewComm object of MPI_COMM_WORLD\n  %n = size(%c)\n" + use("%c", "world"),
		"ranks":     "  acquire %c NewComm object\n  %n = size(%c)\n" + use("%c", "sub-communicator"),
		"merged":    "  acquire %c MPI_Intercomm_merge object of %x\n  %n = size(%c)\n" + use("%c", "unknown"),
		"other":     "  acquire %c MPI_Comm_split object of MPI_COMM_WORLD\n  %n = size(MPI_COMM_WORLD)\n" + use("%c", "sub-communicator"),
	} {
		t.Run(name, func(t *testing.T) { check(t, fun("f(%b, %p) exported", text)) })
	}
}

func TestCommunicatorOfTheCallers(t *testing.T) {
	check(t, `
func @bcast(%b, %root, %comm) exported {
  %rank = rank(%comm)
  %size = size(%comm)
  if %rank == %root then hub else leaf
leaf:
  comm MPI_Recv recv(%b) peer %root comm %comm // = bounded fixed
  return
hub:
`+loop("0", "%i < %size", "1", `
  if %i != %rank then other else next
other:
  comm MPI_Send send(%b) peer %i comm %comm // = star world hub 0`)+`}
func @main() main {
  call @bcast(null, 0, MPI_COMM_WORLD)
}
`)
}

func TestCollectives(t *testing.T) {
	check(t, `
func @f(%b, %p) exported {
  acquire %row MPI_Cart_sub object of MPI_COMM_WORLD
  comm MPI_Alltoall send(%b count 1 elem 4 block) recv(%b count 1 elem 4 block) comm MPI_COMM_WORLD // = collective world
  comm MPI_Ialltoallv send(%b) recv(%b) comm %row // = collective sub-communicator
  comm MPI_Alltoallw send(%b) recv(%b) comm %p // = collective unknown
  comm MPI_Gatherv send(%b) recv(%b) root 0 comm MPI_COMM_WORLD // = linear at the root world
  comm MPI_Gather send(%b) recv(%b) root 0 comm MPI_COMM_WORLD // = bounded fixed
  comm MPI_Allreduce send(%b) recv(%b) comm MPI_COMM_WORLD // = bounded unclear
  comm MPI_Neighbor_alltoall send(%b) recv(%b) comm MPI_COMM_WORLD // = bounded listed
  %size = size(MPI_COMM_WORLD)
`+loop("0", "%i < %size", "1", `
  comm MPI_Bcast both(%b) root %i comm MPI_COMM_WORLD // = roots world
  comm MPI_Gatherv send(%b) recv(%b) root %i comm MPI_COMM_WORLD // = roots world
  comm MPI_Bcast both(%b) root 0 comm MPI_COMM_WORLD // = bounded fixed`)+`}
`)
}

func TestCartShiftIsQuiet(t *testing.T) {
	check(t, fun("f(%b, %c)", `
  call @MPI_Cart_shift(%c, 0, 1, &%l, &%r)
  %n = size(%c)
`+loop("0", "%i < %n", "1", "  comm MPI_Sendrecv send(%b) recv(%b) peer %l, %r comm %c // = bounded neighbour")))
}

func TestMembersOfTwoClasses(t *testing.T) {
	check(t, `
func @W1(%this, %world) display "Write::Write" exported {
  %this.*.nprocs = size(MPI_COMM_WORLD)
  %this.*.me = rank(MPI_COMM_WORLD)
}
func @G1(%this, %n) display "Grid::Grid" exported {
  %this.*.nprocs = %n
}
func @W2(%this, %b) display "Write::atoms" exported {
  if %this.*.me == 0 then hub else leaf
leaf:
  return
hub:
`+loop("0", "%i < %this.*.nprocs", "1", `
  if %i != 0 then other else next
other:
  comm MPI_Recv recv(%b) peer %i comm MPI_COMM_WORLD // = star world hub 0`)+`}
`)
}

func TestRankInAFieldThatIsNotAlwaysOne(t *testing.T) {
	check(t, `
func @C(%this, %c) display "Comm::Comm" exported {
  %this.*.me = rank(%c)
  %this.*.nprocs = size(%c)
}
func @U(%this, %n) display "Other::Other" exported {
  %this.*.me = %n
}
func @G(%this, %b) display "Grid::gather" exported {
  %me = %this.*.comm.*.me
  if %me == 0 then hub else leaf
leaf:
  return
hub:
`+loop("0", "%i < %this.*.comm.*.nprocs", "1", "  comm MPI_Recv recv(%b) peer %i comm %this.*.world // = star unknown hub 0")+`}
`)
}

// TestFieldsThatHoldTheirObjectsSize: no value is common to all stores, but each is a number of ranks.
func TestFieldsThatHoldTheirObjectsSize(t *testing.T) {
	const program = `
func @init(%g "Graph *", %c) exported {
  %g.*.comm = %c
  %g.*.nprocs = size(%c)
  %g.*.me = rank(%c)
}
func @clear(%g "Graph *") exported {
  %n = %g.*.nprocs
  %g.*.nprocs = 0
  %g.*.nprocs = %n
}
func @fold(%g "Graph *", %f "Graph *") exported {
  %n = (%g.*.nprocs + 1) / 2
  if %g.*.me < %n then low else high
high:
  %n = %g.*.nprocs - %n
  jump low
low:
  %f.*.nprocs = %n
}
func @load(%g "Graph *", %b) exported {
`
	body := loop("0", "%i < %g.*.nprocs", "1", `
  if %i == %g.*.me then next else other
other:
  comm MPI_Send send(%b) peer %i comm %g.*.comm // = all pairs unknown`)
	check(t, program+body+"}\n")
	const other = `func @guess(%g "Graph *", %n) exported {
  %g.*.nprocs = %n
}
`
	check(t, strings.Replace(program, "func @load", other+"func @load", 1)+strings.Replace(body, "all pairs unknown", "bounded unclear", 1)+"}\n")
}

// TestTheOtherEndMakesAStar: what decides who loops is no rank, but those on the other way hear from one rank.
func TestTheOtherEndMakesAStar(t *testing.T) {
	program := func(other, want string) string {
		return `
func @scatter(%file, %root, %b, %n) exported {
  %size = size(MPI_COMM_WORLD)
  if %file != null then hub else leaf
leaf:
  ` + other + `
  return
hub:
` + loop("0", "%i < %size", "1", "  comm MPI_Isend send(%b) peer %i comm MPI_COMM_WORLD // = "+want) + "}\n"
	}
	check(t, program("comm MPI_Recv recv(%b) peer %root comm MPI_COMM_WORLD // = bounded fixed", "star world"))
	check(t, program("comm MPI_Recv recv(%b) peer MPI_ANY_SOURCE comm MPI_COMM_WORLD // = bounded anybody", "all pairs world"))
	check(t, program("comm MPI_Send send(%b) peer %root comm MPI_COMM_WORLD // = bounded fixed", "all pairs world"))
	check(t, program("comm MPI_Bcast both(%b) root %root comm MPI_COMM_WORLD // = bounded fixed", "all pairs world"))
}

// TestALoopThatGoesOnWithACounter belongs to the nest of the loop that had the counter first.
func TestALoopThatGoesOnWithACounter(t *testing.T) {
	u, err := ir.ParseUnit("u.c", fun("f(%b, %bad)", world+`
  %i = 0
  jump head
head:
  if %i < %size then body else done
body:
  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD
  if %bad then rest else next
next:
  %i = %i + 1
  jump head
rest:
  jump again
again:
  if %i < %size then abort else done
abort:
  comm MPI_Send send(%b) peer %i comm MPI_COMM_WORLD
  %i = %i + 1
  jump again
done:
  return
`))
	if err != nil {
		t.Fatal(err)
	}
	uses := Analyse(ir.NewProgram([]*ir.Unit{u})).Uses
	if len(uses) != 2 || uses[0].Pattern != AllPairs || uses[1].Pattern != AllPairs || uses[0].Loop == uses[1].Loop {
		t.Fatalf("%d uses", len(uses))
	}
	if uses[0].Nest != uses[1].Nest {
		t.Error("the loop that goes on is a nest of its own")
	}
}

// TestBothEndsInFunctionsOfTheirOwn are one exchange: the caller decides by the rank.
func TestBothEndsInFunctionsOfTheirOwn(t *testing.T) {
	u, err := ir.ParseUnit("u.c", `
func @root(%b) {
  comm MPI_Scatterv send(%b) recv(%b) root 0 comm MPI_COMM_WORLD
}
func @leaf(%b) {
  comm MPI_Scatterv recv(%b) root 0 comm MPI_COMM_WORLD
}
func @other(%b) {
  comm MPI_Scatterv recv(%b) root 0 comm MPI_COMM_WORLD
}
func @main(%b, %more) main {
  %rank = rank(MPI_COMM_WORLD)
  if %rank == 0 then r else l
r:
  call @root(%b)
  jump on
l:
  call @leaf(%b)
  jump on
on:
  if %more then again else end
again:
  call @other(%b)
  jump end
end:
  return
}
`)
	if err != nil {
		t.Fatal(err)
	}
	uses := Analyse(ir.NewProgram([]*ir.Unit{u})).Uses
	sides := map[string]*ir.Func{}
	for _, u := range uses {
		sides[u.Fn.Name] = u.Side
	}
	if len(sides) != 3 || sides["root"] == nil || sides["root"] != sides["leaf"] || sides["other"] != nil {
		t.Errorf("%d uses: sides %v", len(uses), sides)
	}
}
