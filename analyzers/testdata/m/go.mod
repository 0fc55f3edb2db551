module example.com/m

go 1.26

require github.com/sbromberger/gompi v0.0.0

replace github.com/sbromberger/gompi => ../../../gofront/testdata/stubs/gompi
