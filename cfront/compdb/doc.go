// Package compdb reads compilation databases (compile_commands.json) and turns
// their commands into arguments for libclang.
//
// A database is hostile text: nothing named in it is ever run, no command is
// given to a shell, and of its arguments only those on an allow-list survive
// (see Sanitise). What survives is repaired for clang: language and standard
// are made explicit, spellings that only GCC or newer clangs know are mapped or
// dropped, relative folders become absolute.
package compdb
