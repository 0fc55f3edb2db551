// Package mpi has the signatures of the binding of the same import path.
package mpi

type Op int

const (
	AnySource    = -2
	AnyTag       = -1
	OpSum     Op = 0
)

type Status struct{ source, tag int }

func (s *Status) GetSource() int { return s.source }

type Communicator struct{ ranks []int }

func Start(threaded bool) {}
func Stop()               {}
func WorldRank() int      { return 0 }
func WorldSize() int      { return 1 }

func NewCommunicator(ranks []int) *Communicator { return &Communicator{ranks} }

func (o *Communicator) Rank() int      { return 0 }
func (o *Communicator) Size() int      { return 1 }
func (o *Communicator) Abort(code int) {}
func (o *Communicator) Barrier()       {}

func (o *Communicator) SendBytes(vals []byte, toID, tag int)                          {}
func (o *Communicator) SendFloat64s(vals []float64, toID, tag int)                    {}
func (o *Communicator) RecvPreallocFloat64s(v []float64, from, tag int) Status        { return Status{} }
func (o *Communicator) RecvFloat64s(from, tag int) ([]float64, Status)                { return nil, Status{} }
func (o *Communicator) MrecvBytes(from, tag int) ([]byte, Status)                     { return nil, Status{} }
func (o *Communicator) BcastFloat64s(x []float64, root int)                           {}
func (o *Communicator) ReduceFloat64s(dest, orig []float64, op Op, root int) error    { return nil }
func (o *Communicator) AllreduceFloat64s(dest, orig []float64, op Op, root int) error { return nil }
func (o *Communicator) SendString(s string, toID, tag int)                            {}
