package ctoken

import "strings"

// Keyword reports whether a name is a keyword of C or C++ that is no type.
func Keyword(name string) bool { return keywords[name] }

// Type reports whether a name is the name of a type in the language or in its most used headers.
func Type(name string) bool { return types[name] }

var keywords = set(`alignas alignof and asm auto break case catch class concept const const_cast consteval constexpr constinit
	continue co_await co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern false final for friend
	goto if inline mutable namespace new noexcept not nullptr operator or override private protected public register
	reinterpret_cast requires restrict return sizeof static static_assert static_cast struct switch template this
	thread_local throw true try typedef typeid typename union using virtual volatile while NULL`)

var types = set(`bool char double float int long short signed unsigned void wchar_t char8_t char16_t char32_t size_t ptrdiff_t ssize_t
	int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t string vector FILE MPI_Comm MPI_Request
	MPI_Status MPI_Datatype MPI_Win MPI_Op MPI_Group MPI_Info MPI_Aint MPI_Count MPI_Offset`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
