module github.com/JohannWeging/go-mpi

go 1.26
