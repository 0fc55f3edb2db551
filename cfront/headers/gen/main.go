// Command gen writes the built-in mpi.h from the three lists beside it:
// procedures.txt, constants.txt and handles.txt.
package main

import (
	"flag"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	text, err := header()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, text, 0o644); err != nil {
		log.Fatalf("writing the header: %v", err)
	}
}
