// Package fix works out changes to the source that take the cause of a finding away and provably nothing else.
//
// What it can do: in C and C++, an acquisition whose size does not vary in the loop, and which the same pass releases, moves in front
// of the loop and its release behind it; a std::vector declared in the loop is declared before it and given its size and contents
// inside. In Go, a make of a size that does not vary moves in front of the loop, and a receive that makes its own slice becomes the
// one that fills a slice, which is kept and grown.
//
// A fix is offered only where the function runs once, so that the finding does not come back one level further out; where the buffer
// is not handed to anything that may use it after the pass: every nonblocking call is waited for in the same pass; and
// where the statements stand in the source as they are: neither macros nor cgo, no labels, and no directives in the function. Anything
// that is not recognised means no fix.
package fix
