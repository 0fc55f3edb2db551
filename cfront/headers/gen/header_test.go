package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHeaderIsCurrent checks that mpi.h was generated from the lists as they are.
func TestHeaderIsCurrent(t *testing.T) {
	want, err := header()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../mpi/mpi.h")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("mpi.h is out of date, run go generate ./cfront/headers (-want +got):\n%s", diff)
	}
}

func TestForms(t *testing.T) {
	got, err := prototypes("coll Bcast(void *buffer, COUNT count, MPI_Comm comm)")
	if err != nil {
		t.Fatal(err)
	}
	const want = `int MPI_Bcast(void *buffer, int count, MPI_Comm comm);
int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Comm comm);
int PMPI_Bcast(void *buffer, int count, MPI_Comm comm);
int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Comm comm);
int MPI_Ibcast(void *buffer, int count, MPI_Comm comm, MPI_Request *request);
int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Comm comm, MPI_Request *request);
int PMPI_Ibcast(void *buffer, int count, MPI_Comm comm, MPI_Request *request);
int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Comm comm, MPI_Request *request);
int MPI_Bcast_init(void *buffer, int count, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Bcast_init(void *buffer, int count, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Comm comm, MPI_Info info, MPI_Request *request);
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMalformedLines(t *testing.T) {
	for _, line := range []string{"Send", "Send(", "int"} {
		if _, err := prototypes(line); err == nil {
			t.Errorf("prototypes(%q) succeeds", line)
		}
	}
	if _, err := constant("SUCCESS"); err == nil {
		t.Error("constant without a value succeeds")
	}
	if _, err := handleSection("handle Comm COMM_NULL"); err == nil {
		t.Error("handles without a colon succeed")
	}
}
