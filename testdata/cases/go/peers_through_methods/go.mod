module peers_through_methods

go 1.24

require github.com/cpmech/gosl v0.0.0

replace github.com/cpmech/gosl => ../stubs/gosl
