package mpi_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"mpivet/mpi"
	"mpivet/mpi/mpitest"
)

// TestInstalledHeaders compares the table with the headers of MPICH and Open
// MPI: it knows every procedure, and each word of a row fits the parameter.
func TestInstalledHeaders(t *testing.T) {
	mpitest.Each(t, func(t *testing.T, h mpitest.Header) {
		checked := 0
		for _, proto := range mpitest.Parse(h.Text) {
			row := mpi.Lookup(proto.Name)
			if row == nil {
				t.Errorf("%s has no row", proto.Name)
				continue
			}
			checkRow(t, row, proto)
			checked++
		}
		if checked < 500 {
			t.Errorf("only %d prototypes were found", checked)
		}
	})
}

// TestBuiltinHeader compares the table with the built-in mpi.h both ways.
func TestBuiltinHeader(t *testing.T) {
	text, err := os.ReadFile("../cfront/headers/mpi/mpi.h")
	if err != nil {
		t.Fatal(err)
	}
	protos := map[string]mpitest.Prototype{}
	for _, proto := range mpitest.Parse(string(text)) {
		protos[proto.Name] = proto
		row := mpi.Lookup(proto.Name)
		if row == nil {
			t.Errorf("%s has no row", proto.Name)
			continue
		}
		checkRow(t, row, proto)
	}
	for _, row := range mpi.All() {
		names := []string{row.Name, "P" + row.Name}
		if row.Large {
			names = append(names, row.Name+"_c", "P"+row.Name+"_c")
		}
		for _, name := range names {
			if _, ok := protos[name]; !ok {
				t.Errorf("the built-in mpi.h does not declare %s", name)
			}
		}
		if _, ok := protos[row.Name+"_c"]; ok && !row.Large {
			t.Errorf("%s has a large-count form that the table does not know", row.Name)
		}
	}
}

// checker compares one row with one prototype.
type checker struct {
	t     *testing.T
	row   *mpi.Proc
	proto mpitest.Prototype
}

func checkRow(t *testing.T, row *mpi.Proc, proto mpitest.Prototype) {
	t.Helper()
	if len(proto.Params) != row.Args {
		// The large forms of these two have a row of their own.
		if !strings.HasSuffix(proto.Name, "_c") || row.Name == strings.TrimPrefix(proto.Name, "P") {
			t.Errorf("%s has %d parameters, its row %d", proto.Name, len(proto.Params), row.Args)
		}
		return
	}
	c := checker{t, row, proto}
	c.buffers()
	c.indexes()
	c.object()
	c.arrays()
	c.nothingMissed()
}

// arg checks that argument i, if there is one, has one of the types.
func (c checker) arg(what string, i int, types ...string) {
	c.t.Helper()
	if i >= 0 && !c.proto.Params[i].Is(types...) {
		c.t.Errorf("%s: %s is argument %d, which has type %q", c.proto.Name, what, i, c.proto.Params[i].Type)
	}
}

func (c checker) buffers() {
	c.t.Helper()
	for _, b := range c.row.Buffers {
		c.arg("the buffer", b.Arg, "void*")
		constant := strings.HasPrefix(c.proto.Params[b.Arg].Type, "const ")
		if constant != (b.Role == mpi.Send) {
			c.t.Errorf("%s: argument %d of type %q has role %v", c.proto.Name, b.Arg, c.proto.Params[b.Arg].Type, b.Role)
		}
		if b.Counts {
			c.arg("the array of counts", b.Count, "int*", "MPI_Count*")
		} else {
			c.arg("the count", b.Count, "int", "MPI_Count")
		}
		if b.TypesArray {
			c.arg("the array of datatypes", b.Type, "MPI_Datatype*")
		} else {
			c.arg("the datatype", b.Type, "MPI_Datatype")
		}
		if b.Type < 0 {
			c.t.Errorf("%s: buffer %d has no datatype", c.proto.Name, b.Arg)
		}
	}
}

func (c checker) indexes() {
	c.t.Helper()
	r := c.row
	for _, p := range r.Peers {
		c.arg("the peer", p, "int")
	}
	c.arg("the root", r.Root, "int")
	c.arg("the communicator", r.Comm, "MPI_Comm")
	if r.Makes == mpi.Datatype {
		c.arg("the parent", r.Parent, "MPI_Datatype")
	} else {
		c.arg("the parent", r.Parent, "MPI_Comm")
	}
	c.arg("the window", r.Win, "MPI_Win")
	c.arg("the status", r.Status, "MPI_Status*")
	c.arg("the number of requests", r.Requests, "int")
	c.arg("the number of partitions", r.Partitions, "int")
	c.arg("the memory", r.Mem, "void*")
	c.arg("the size of memory", r.MemBytes, "int", "int*", "MPI_Aint", "MPI_Count", "MPI_Count*")
	if r.Nonblocking || r.Persistent || r.Requests >= 0 {
		c.arg("the request", r.Request, "MPI_Request*")
	} else {
		c.arg("the request", r.Request, "MPI_Request*", "MPI_Request")
	}
	if (r.Nonblocking || r.Persistent) && r.Request < 0 {
		c.t.Errorf("%s has no request", r.Name)
	}
}

var handleOf = map[mpi.Object]string{
	mpi.Communicator: "MPI_Comm*", mpi.Datatype: "MPI_Datatype*", mpi.Window: "MPI_Win*",
	mpi.Request: "MPI_Request*", mpi.Group: "MPI_Group*", mpi.Op: "MPI_Op*", mpi.Info: "MPI_Info*",
	mpi.Errhandler: "MPI_Errhandler*", mpi.Memory: "void*", mpi.Session: "MPI_Session*", mpi.Keyval: "int*",
}

func (c checker) object() {
	c.t.Helper()
	r := c.row
	if r.Makes != mpi.NoObject && r.Frees != mpi.NoObject {
		c.t.Errorf("%s both makes and frees", r.Name)
	}
	for _, o := range []mpi.Object{r.Makes, r.Frees} {
		if handle, ok := handleOf[o]; ok {
			if r.ObjArg < 0 {
				c.t.Errorf("%s: no argument holds the %v", r.Name, o)
			}
			c.arg("the "+o.String(), r.ObjArg, handle)
		}
	}
	if r.Kind == mpi.Make && r.Makes == mpi.NoObject || r.Kind == mpi.Free && r.Frees == mpi.NoObject {
		c.t.Errorf("%s is of kind %v and names no object", r.Name, r.Kind)
	}
}

// arrays checks that the arrays that describe an object, and no other parameters, are the arrays of its row.
func (c checker) arrays() {
	c.t.Helper()
	switch c.row.Makes {
	case mpi.Datatype, mpi.Communicator, mpi.Group:
	default:
		return
	}
	if c.row.Root >= 0 {
		return // spawning
	}
	for i, p := range c.proto.Params {
		array := p.Is("int*", "int**", "MPI_Aint*", "MPI_Count*", "MPI_Datatype*") && i != c.row.ObjArg || strings.HasPrefix(p.Name, "array_of_")
		if array != slices.Contains(c.row.Arrays, i) {
			c.t.Errorf("%s: argument %d of type %q is among the arrays: %v", c.proto.Name, i, p.Type, !array)
		}
	}
}

// nothingMissed checks the other way round: a parameter that looks like a
// buffer, a communicator, a request or the like has its word in the row.
func (c checker) nothingMissed() {
	c.t.Helper()
	r := c.row
	if r.Kind == mpi.Tool || r.Kind == mpi.IO {
		return
	}
	has := func(typ string) bool {
		for _, p := range c.proto.Params {
			if p.Is(typ) {
				return true
			}
		}
		return false
	}
	moves := has("void*") && (has("MPI_Datatype") || has("MPI_Datatype*")) && r.Kind != mpi.Local &&
		(has("MPI_Comm") || has("MPI_Win") || has("MPI_Message*"))
	if moves != r.Communicates() {
		c.t.Errorf("%s: Communicates is %v", c.proto.Name, r.Communicates())
	}
	for i, p := range c.proto.Params {
		if what := c.missed(i, p); what != "" {
			c.t.Errorf("%s: argument %d, %s %s, is no %s of its row", c.proto.Name, i, p.Type, p.Name, what)
		}
	}
}

// missed names what parameter i should be in the row and is not.
func (c checker) missed(i int, p mpitest.Param) string {
	r := c.row
	switch {
	case p.Is("void*") && r.Communicates() && !c.isBuffer(i):
		return "buffer"
	case p.Is("MPI_Comm") && r.Comm < 0 && !strings.HasSuffix(r.Name, "_c2f"):
		return "communicator"
	case p.Is("MPI_Win") && r.Win != i && !strings.HasSuffix(r.Name, "_c2f"):
		return "window"
	case p.Is("MPI_Request", "MPI_Request*") && r.Request != i && r.ObjArg != i && !strings.HasSuffix(r.Name, "_c2f"):
		return "request"
	case p.Is("MPI_Status*") && r.Status != i && !strings.Contains(r.Name, "2"):
		return "status"
	case p.Is("int") && p.Name == "root" && r.Root != i:
		return "root"
	case p.Is("int") && (p.Name == "dest" || p.Name == "source" || p.Name == "target_rank") && r.Kind != mpi.Other && !c.isPeer(i):
		return "peer"
	}
	return ""
}

func (c checker) isBuffer(i int) bool {
	return slices.ContainsFunc(c.row.Buffers, func(b mpi.Buffer) bool { return b.Arg == i })
}

func (c checker) isPeer(i int) bool { return slices.Contains(c.row.Peers, i) }
