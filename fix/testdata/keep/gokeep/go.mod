module gokeep

go 1.24

require cogentcore.org/lab v0.0.0

replace cogentcore.org/lab => ../stubs/lab
