// Package mpi has the signatures of the binding of the same import path.
package mpi

type Op int

const (
	Root  int = 0
	OpSum Op  = 0
)

type Comm struct{ ranks []int }

func NewComm(ranks []int) (*Comm, error) { return &Comm{ranks}, nil }
func WorldRank() int                     { return 0 }

func (cm *Comm) Rank() int                                               { return 0 }
func (cm *Comm) Size() int                                               { return 1 }
func (cm *Comm) SendF64(toProc, tag int, vals []float64) error           { return nil }
func (cm *Comm) RecvF64(fmProc, tag int, vals []float64) error           { return nil }
func (cm *Comm) BcastInt(fmProc int, vals []int) error                   { return nil }
func (cm *Comm) ReduceF32(toProc int, op Op, dest, orig []float32) error { return nil }
func (cm *Comm) AllReduceF64(op Op, dest, orig []float64) error          { return nil }
func (cm *Comm) GatherU8(toProc int, dest, orig []uint8) error           { return nil }
func (cm *Comm) AllGatherC128(dest, orig []complex128) error             { return nil }
func (cm *Comm) ScatterI64(fmProc int, dest, orig []int64) error         { return nil }
