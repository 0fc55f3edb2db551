package compdb

import "strings"

// valueFlags are the flags with a value that are passed on, as they are written
// and as clang's driver knows them. Longer spellings come first.
var valueFlags = []struct {
	written, flag    string
	joined, separate bool
}{
	{"-idirafter", "-idirafter", true, true},
	{"-iframework", "-iframework", true, true},
	{"-isysroot", "-isysroot", true, true},
	{"-isystem", "-isystem", true, true},
	{"--sysroot=", "-isysroot", true, false},
	{"--sysroot", "-isysroot", false, true},
	{"-imacros", "-imacros", true, true},
	{"-include", "-include", false, true},
	{"--include=", "-include", true, false},
	{"--include", "-include", false, true},
	{"-iquote", "-iquote", true, true},
	{"--target=", "-target", true, false},
	{"-target", "-target", false, true},
	{"--std=", "-std", true, false},
	{"--std", "-std", false, true},
	{"-std=", "-std", true, false},
	{"-I", "-I", true, true},
	{"-F", "-F", true, true},
	{"-D", "-D", true, true},
	{"-U", "-U", true, true},
	{"-x", "-x", true, true},
}

// withValue recognises a flag of valueFlags at the start of the arguments and
// returns it with its value and the number of words they are, else "".
func withValue(arg string, rest []string) (flag, value string, words int) {
	for _, f := range valueFlags {
		if arg == f.written && f.separate {
			if len(rest) == 0 {
				return "", "", 1
			}
			return f.flag, rest[0], 2
		}
		if f.joined && len(arg) > len(f.written) && strings.HasPrefix(arg, f.written) {
			return f.flag, arg[len(f.written):], 1
		}
	}
	return "", "", 1
}

// dropsNext are flags that are dropped together with the word after them. (Words
// that are no flags are dropped anyway; this is about values that look like
// flags.)
var dropsNext = map[string]bool{
	"-o": true, "-Xclang": true, "-Xpreprocessor": true, "-Xlinker": true, "-Xassembler": true, "-Xanalyzer": true,
	"-mllvm": true, "-MF": true, "-MT": true, "-MQ": true, "-MJ": true, "-arch": true, "--param": true, "-aux-info": true,
	"-dumpbase": true, "-dumpdir": true, "-dumpbase-ext": true, "-include-pch": true, "-wrapper": true, "-specs": true,
	"-T": true, "-L": true, "-l": true, "-u": true, "-z": true, "-B": true, "-e": true, "-G": true, "-A": true,
}

// alone are flags without a value that are passed on.
var alone = map[string]bool{
	"-nostdinc": true, "-nostdinc++": true, "-nostdlibinc": true, "-pthread": true,
	"-stdlib=libc++": true, "-stdlib=libstdc++": true, "-undef": true, "-trigraphs": true,
}

// isOpenMP reports whether a flag turns OpenMP on, in the spelling of any
// compiler.
func isOpenMP(arg string) bool {
	switch arg {
	case "-fopenmp", "-fiopenmp", "-qopenmp", "-openmp", "-mp", "-xopenmp", "-homp", "-Kopenmp", "-qsmp=omp":
		return true
	}
	return strings.HasPrefix(arg, "-fopenmp=") || strings.HasPrefix(arg, "-mp=")
}

// languageFlags are the -f flags (after "-f" or "-fno-") that change what the
// language is and that clang knows.
var languageFlags = map[string]bool{
	"exceptions": true, "cxx-exceptions": true, "rtti": true, "ms-extensions": true, "ms-compatibility": true,
	"gnu89-inline": true, "gnu-keywords": true, "asm": true, "asm-blocks": true, "builtin": true, "char8_t": true,
	"coroutines-ts": true, "signed-char": true, "unsigned-char": true, "short-enums": true, "short-wchar": true,
	"freestanding": true, "hosted": true, "declspec": true, "borland-extensions": true, "operator-names": true,
	"trigraphs": true, "dollars-in-identifiers": true, "digraphs": true, "sized-deallocation": true,
	"aligned-allocation": true, "relaxed-template-template-args": true, "delayed-template-parsing": true,
	"blocks": true, "access-control": true, "signed-wchar": true, "new-infallible": true,
}

// limitFlags are -f flags with a number that clang knows.
var limitFlags = []string{"-ftemplate-depth=", "-fconstexpr-depth=", "-fconstexpr-steps=", "-fbracket-depth="}

func isLanguageFlag(arg string) bool {
	if name, ok := strings.CutPrefix(arg, "-fno-"); ok {
		return languageFlags[name]
	}
	if name, ok := strings.CutPrefix(arg, "-f"); ok && languageFlags[name] {
		return true
	}
	for _, flag := range limitFlags {
		if digits, ok := strings.CutPrefix(arg, flag); ok {
			return len(digits) > 0 && len(digits) < 7 && strings.Trim(digits, "0123456789") == ""
		}
	}
	return false
}
