//go:build !unix

package worker

import "os"

func restrict(uint64) {}

func watch(uint64) {}

func killed(*os.ProcessState) bool { return false }
