//go:build !unix

package worker

func restrict() {}

func watch(uint64) {}
