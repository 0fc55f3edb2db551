module github.com/sbromberger/gompi

go 1.26
