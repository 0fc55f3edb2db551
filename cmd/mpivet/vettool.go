package main

import (
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"mpivet/analyzers"
)

// isVetProtocol reports whether go vet calls: it asks for the version or the flags, or hands over one package described in a
// .cfg file after the user's flags.
func isVetProtocol(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags") {
		return true
	}
	last := args[len(args)-1]
	if !strings.HasSuffix(last, ".cfg") {
		return false
	}
	_, err := os.Stat(last)
	return err == nil
}

// vetMain speaks the protocol; it does not return.
func vetMain() { unitchecker.Main(analyzers.All()...) }
