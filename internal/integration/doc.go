// Package integration holds the tests of what mpivet is built into: hooks, CI servers, build systems and other drivers. Each takes
// the lines that docs/CI.md and the project's own files tell people to copy and runs them.
//
// Those that need more than git, sh and Go have the build tag integration and run with make test-integration.
package integration
