module cogentcore.org/lab

go 1.26
