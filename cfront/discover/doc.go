// Package discover finds out what there is to analyse without a build: the C and
// C++ sources below a folder, the folders their headers lie in, which of them
// can matter to a communication rule, and which feature macros hide their MPI
// calls.
//
// It reads text, not syntax trees: a scanner drops comments and strings and
// notes includes, conditions, and per function the names it mentions. That is
// cheap (every file is read once) and errs on the side of parsing too much.
package discover
