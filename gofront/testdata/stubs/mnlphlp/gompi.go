// Package gompi has the signatures of the binding of the same import path.
package gompi

import "github.com/mnlphlp/gompi/comm"

const ANY_SOURCE = -2

func NewComm(fast bool) comm.Communicator { return nil }
