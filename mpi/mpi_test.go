package mpi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mpivet/mpi"
)

func TestLookupNames(t *testing.T) {
	for name, want := range map[string]string{
		"MPI_Send": "MPI_Send", "PMPI_Send": "MPI_Send",
		"MPI_Send_c": "MPI_Send", "PMPI_Send_c": "MPI_Send",
		"MPI_Type_get_contents_c": "MPI_Type_get_contents_c",
		"PMPI_Wtime":              "MPI_Wtime",
	} {
		p := mpi.Lookup(name)
		if p == nil || p.Name != want {
			t.Errorf("Lookup(%q) = %v, want the row %s", name, p, want)
		}
	}
	for _, name := range []string{"", "Send", "PSend", "mpi_send_", "MPI_Sendd", "MPI_Barrier_c", "PPMPI_Send", "MPIX_Send"} {
		if p := mpi.Lookup(name); p != nil {
			t.Errorf("Lookup(%q) = %s, want nil", name, p.Name)
		}
	}
}

func TestInputs(t *testing.T) {
	for name, want := range map[string][]int{
		"MPI_Type_vector": {0, 1, 2}, "MPI_Type_create_struct": {0, 1, 2, 3}, "MPI_Type_create_resized": {1, 2}, "MPI_Type_dup": nil,
		"MPI_Comm_split": {1, 2}, "MPI_Comm_dup": nil, "MPI_Comm_idup": nil, "MPI_Win_create": {0, 1, 2, 3}, "MPI_Win_allocate": {0, 1, 2},
		"MPI_Send_init": {0, 1, 2, 3, 4, 5}, "MPI_Buffer_attach": {0, 1}, "MPI_Send": nil, "MPI_Type_free": nil,
	} {
		if diff := cmp.Diff(want, mpi.Lookup(name).Inputs()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// proc is a row with every index absent, changed by f.
func proc(name string, args int, kind mpi.Kind, f func(*mpi.Proc)) *mpi.Proc {
	p := &mpi.Proc{
		Name: name, Args: args, Kind: kind,
		Root: -1, Comm: -1, Win: -1, Request: -1, Requests: -1, Status: -1, Partitions: -1,
		ObjArg: -1, Parent: -1, Mem: -1, MemBytes: -1,
	}
	f(p)
	return p
}

// TestRows spells out one row of each shape.
func TestRows(t *testing.T) {
	for _, want := range []*mpi.Proc{
		proc("MPI_Sendrecv", 12, mpi.PointToPoint, func(p *mpi.Proc) {
			p.Buffers = []mpi.Buffer{
				{Arg: 0, Role: mpi.Send, Count: 1, Type: 2},
				{Arg: 5, Role: mpi.Recv, Count: 6, Type: 7},
			}
			p.Peers, p.Comm, p.Status, p.Large = []int{3, 8}, 10, 11, true
		}),
		proc("MPI_Ialltoallw", 10, mpi.Collective, func(p *mpi.Proc) {
			p.Buffers = []mpi.Buffer{
				{Arg: 0, Role: mpi.Send, Count: 1, Counts: true, Type: 3, TypesArray: true, PerPeer: true},
				{Arg: 4, Role: mpi.Recv, Count: 5, Counts: true, Type: 7, TypesArray: true, PerPeer: true},
			}
			p.Comm, p.Request, p.Nonblocking = 8, 9, true
			p.Fanout, p.AllRanks, p.Large = mpi.FanoutAll, true, true
		}),
		proc("MPI_Reduce_init", 9, mpi.Collective, func(p *mpi.Proc) {
			p.Buffers = []mpi.Buffer{
				{Arg: 0, Role: mpi.Send, Count: 2, Type: 3},
				{Arg: 1, Role: mpi.Recv, Count: 2, Type: 3},
			}
			p.Root, p.Comm, p.Request, p.Persistent = 5, 6, 8, true
			p.Makes, p.ObjArg = mpi.Request, 8
			p.Fanout, p.Large = mpi.FanoutTree, true
		}),
		proc("MPI_Reduce_scatter", 6, mpi.Collective, func(p *mpi.Proc) {
			p.Buffers = []mpi.Buffer{
				{Arg: 0, Role: mpi.Send, Count: 2, Counts: true, Type: 3, PerPeer: true},
				{Arg: 1, Role: mpi.Recv, Count: 2, Counts: true, Type: 3},
			}
			p.Comm, p.Fanout, p.Large = 5, mpi.FanoutTree, true
		}),
		proc("MPI_Fetch_and_op", 7, mpi.OneSided, func(p *mpi.Proc) {
			p.Buffers = []mpi.Buffer{
				{Arg: 0, Role: mpi.Send, Count: -1, Type: 2},
				{Arg: 1, Role: mpi.Recv, Count: -1, Type: 2},
			}
			p.Peers, p.Win = []int{3}, 6
		}),
		proc("MPI_Psend_init", 9, mpi.PointToPoint, func(p *mpi.Proc) {
			p.Buffers = []mpi.Buffer{{Arg: 0, Role: mpi.Send, Count: 2, Type: 3}}
			p.Partitions, p.Peers, p.Comm, p.Request = 1, []int{4}, 6, 8
			p.Persistent, p.Partitioned, p.Makes, p.ObjArg = true, true, mpi.Request, 8
		}),
		proc("MPI_Win_allocate", 6, mpi.Make, func(p *mpi.Proc) {
			p.MemBytes, p.Comm, p.Parent, p.Mem, p.ObjArg = 0, 3, 3, 4, 5
			p.Makes, p.Large = mpi.Window, true
		}),
	} {
		if diff := cmp.Diff(want, mpi.Lookup(want.Name)); diff != "" {
			t.Errorf("row %s (-want +got):\n%s", want.Name, diff)
		}
	}
}

// TestForms checks that the three forms of a collective differ in their
// request alone.
func TestForms(t *testing.T) {
	for _, name := range []string{"MPI_Bcast", "MPI_Alltoallv", "MPI_Neighbor_alltoallw"} {
		blocking, persistent := mpi.Lookup(name), mpi.Lookup(name+"_init")
		if blocking == nil || persistent == nil {
			t.Fatalf("%s lacks a form", name)
		}
		if diff := cmp.Diff(blocking.Buffers, persistent.Buffers); diff != "" {
			t.Errorf("%s: buffers of the persistent form differ:\n%s", name, diff)
		}
		if persistent.Args != blocking.Args+2 || persistent.Request != blocking.Args+1 {
			t.Errorf("%s_init: %d arguments, request %d", name, persistent.Args, persistent.Request)
		}
	}
}
