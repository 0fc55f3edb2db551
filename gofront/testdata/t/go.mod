module example.com/t

go 1.26

require (
	cogentcore.org/lab v0.0.0
	github.com/JohannWeging/go-mpi v0.0.0
	github.com/cpmech/gosl v0.0.0
	github.com/marcusthierfelder/mpi v0.0.0
	github.com/mnlphlp/gompi v0.0.0
	github.com/sbromberger/gompi v0.0.0
)

replace (
	cogentcore.org/lab => ../stubs/lab
	github.com/JohannWeging/go-mpi => ../stubs/go-mpi
	github.com/cpmech/gosl => ../stubs/gosl
	github.com/marcusthierfelder/mpi => ../stubs/thierfelder
	github.com/mnlphlp/gompi => ../stubs/mnlphlp
	github.com/sbromberger/gompi => ../stubs/gompi
)
