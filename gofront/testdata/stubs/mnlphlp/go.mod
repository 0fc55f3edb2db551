module github.com/mnlphlp/gompi

go 1.26
