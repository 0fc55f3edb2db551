module gotasks

go 1.24

require github.com/sbromberger/gompi v0.0.0

replace github.com/sbromberger/gompi => ../stubs/sbromberger-gompi
