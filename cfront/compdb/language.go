package compdb

import (
	"path/filepath"
	"strings"
)

// Lang is the language of a source file, spelled as clang's -x spells it.
type Lang string

// The languages that the frontend reads.
const (
	C   Lang = "c"
	CXX Lang = "c++"
)

// extensions maps the file name extensions of sources and headers to their
// language. ".h" is both; it is C until something says otherwise.
var extensions = map[string]Lang{
	".c": C, ".h": C, ".i": C,
	".cc": CXX, ".cpp": CXX, ".cxx": CXX, ".c++": CXX, ".C": CXX, ".cp": CXX, ".CPP": CXX, ".ii": CXX,
	".hh": CXX, ".hpp": CXX, ".hxx": CXX, ".h++": CXX, ".H": CXX, ".tcc": CXX, ".ipp": CXX, ".inl": CXX, ".tpp": CXX,
}

// LangOf returns the language that a file's name says, "" if it is no C or C++
// file.
func LangOf(file string) Lang { return extensions[filepath.Ext(file)] }

// cxxDrivers are the compilers for C++ whose name has no "++" in it.
var cxxDrivers = map[string]bool{
	"mpicxx": true, "mpiCC": true, "mpicpc": true, "mpiicpc": true, "mpiicpx": true, "CC": true, "icpc": true, "icpx": true,
	"xlC": true, "xlC_r": true, "mpixlC": true, "FCC": true, "mpiFCC": true,
}

// driverLang returns CXX if a compiler of that name takes every file for C++,
// else "". Version suffixes ("g++-12") and folders do not matter.
func driverLang(compiler string) Lang {
	name := filepath.Base(strings.ReplaceAll(compiler, `\`, "/"))
	name = strings.TrimSuffix(name, ".exe")
	if strings.Contains(name, "++") || cxxDrivers[name] {
		return CXX
	}
	return ""
}

// standards are the values of -std that clang 15 knows, and for others the one
// that it knows instead.
var standards = map[string]string{
	"c++23": "c++2b", "gnu++23": "gnu++2b", "c++26": "c++2b", "gnu++26": "gnu++2b", "c++2c": "c++2b", "gnu++2c": "gnu++2b",
	"c23": "c2x", "gnu23": "gnu2x", "c2y": "c2x", "gnu2y": "gnu2x",
	"iso9899:2018": "c17", "iso9899:2017": "c17", "iso9899:2011": "c11", "iso9899:1999": "c99", "iso9899:1990": "c90",
	"iso9899:199409": "c90", "iso9899:2024": "c2x", "c9x": "c99", "c1x": "c11", "gnu9x": "gnu99", "gnu1x": "gnu11",
}

// years are the standards that exist, by language.
var years = map[Lang][]string{
	C:   {"89", "90", "99", "11", "17", "18", "2x"},
	CXX: {"98", "03", "11", "0x", "14", "1y", "17", "1z", "20", "2a", "2b"},
}

// Standard returns the -std value to give to clang for one that a command has,
// "" when clang has nothing like it for this language.
func Standard(value string, lang Lang) string {
	if known, ok := standards[value]; ok {
		value = known
	}
	plus := strings.TrimPrefix(string(lang), "c")
	for _, year := range years[lang] {
		if value == "c"+plus+year || value == "gnu"+plus+year {
			return value
		}
	}
	return ""
}
