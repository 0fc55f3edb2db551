module github.com/marcusthierfelder/mpi

go 1.26
