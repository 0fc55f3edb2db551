package cfront

import (
	"context"
	"time"

	"mpivet/cache"
	"mpivet/cfront/lower"
	"mpivet/ir"
)

// Options say how a program is read.
type Options struct {
	Database string        // folder of the compilation database, "": search for one
	Compiler []string      // arguments for all files, after those of the database
	Libclang string        // the libclang to use, "": search for one
	Workers  int           // worker processes, 0: one for each core
	Timeout  time.Duration // for one file, 0: a default
	Memory   uint64        // for one worker in bytes, 0: a default
	// SystemMPI prefers the installed mpi.h to the built-in one.
	SystemMPI bool
	// All parses every unit, not only those that can matter.
	All   bool
	Lower lower.Options
	// Progress, if set, is told how many of the units are done.
	Progress func(done, total int)
	// Cache, if set, is where units are kept between runs. Tool identifies the program that has made what is in it.
	Cache *cache.Store
	Tool  cache.Key
	// Shard limits the parsing to a part of the units. Those of the others are not in the result.
	Shard Shard

	noPrefix bool // parse every unit from its beginning
}

// Defaults of Options.
const (
	defaultTimeout = 120 * time.Second
	defaultMemory  = 2 << 30
)

// Result is a program that was read.
type Result struct {
	Parts      []*Part      // the units, sorted by file
	Analysed   int          // files that were parsed, in this run or an earlier one
	Parsed     int          // files that workers parsed in this run
	Skipped    int          // files that cannot matter to any rule
	Incomplete []Incomplete // sorted by file
	Notes      []string     // what else a user should know, each one line
	run        *run
}

// Units returns the ir of the parts.
func (r *Result) Units(ctx context.Context) ([]*ir.Unit, error) {
	if r.run == nil {
		return nil, nil
	}
	return r.run.load(ctx)
}

// Incomplete is a file that was not, or not wholly, understood.
type Incomplete struct {
	File   string // absolute
	Errors int
	First  string // the first error, or what else is the matter
}
