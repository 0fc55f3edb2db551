module github.com/cpmech/gosl

go 1.26
