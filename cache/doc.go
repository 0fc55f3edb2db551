// Package cache keeps results between runs, in a folder that several runs on several machines may share.
//
// A result is kept under a key, which is a hash of everything that the result follows from. There is no index and there are no locks:
// an entry is one file that carries its own checksum, is written aside and renamed, and can be made again. So a run may be killed at
// any time, two runs may write the same entry, and the folder may lie on a network file system. (The build cache of the go command, which
// exists as a library, excludes the last and has no bound on its size.)
//
// Files answers which content a path has without reading it again as long as the file system says that it has not changed.
package cache
