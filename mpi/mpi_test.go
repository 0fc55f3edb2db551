package mpi

import "testing"

func TestLookupNames(t *testing.T) {
	for name, want := range map[string]string{
		"MPI_Send": "MPI_Send", "PMPI_Send": "MPI_Send",
		"MPI_Send_c": "MPI_Send", "PMPI_Send_c": "MPI_Send",
		"MPI_Type_get_contents_c": "MPI_Type_get_contents_c",
		"PMPI_Wtime":              "MPI_Wtime",
	} {
		p := Lookup(name)
		if p == nil || p.Name != want {
			t.Errorf("Lookup(%q) = %v, want the row %s", name, p, want)
		}
	}
	for _, name := range []string{"", "Send", "PSend", "mpi_send_", "MPI_Sendd", "MPI_Barrier_c", "PPMPI_Send", "MPIX_Send"} {
		if p := Lookup(name); p != nil {
			t.Errorf("Lookup(%q) = %s, want nil", name, p.Name)
		}
	}
}
