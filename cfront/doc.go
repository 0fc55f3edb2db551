// Package cfront reads C and C++ programs: it finds out what to parse and how,
// has worker processes parse and lower it, and returns units of ir.
//
//	inputs ─ compdb ──┐
//	         discover ┴→ plan (units, arguments) → worker processes → ir.Unit
//	                                               clang → lower
//
// Whatever is wrong with one file costs that file at most; Result says which
// files are incomplete and why.
package cfront
