package compdb

import (
	"os"
	"path/filepath"
	"strings"
)

// Sanitise turns a full compiler command (compiler first, launchers before it
// allowed) into arguments for clang to parse file with. Relative paths are
// relative to dir. Only what can change how the text is read is passed on; the
// language and, for C++, the standard are always among the arguments. For a file
// that is neither C nor C++ by its name or the command there are none.
func Sanitise(command []string, file, dir string) ([]string, Lang) {
	s := sanitiser{dir: dir, seen: map[string]bool{}}
	driver := Lang("")
	rest := command
	for len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		if lang := driverLang(rest[0]); lang != "" {
			driver = lang
		}
		rest = rest[1:]
	}
	s.walk(rest)
	lang := s.lang
	if lang == "" {
		if lang = LangOf(file); lang == "" {
			return nil, ""
		}
		if driver != "" {
			lang = driver
		}
	}
	return append(Language(lang, s.std), append(toolchain(command[0]), s.out...)...), lang
}

// toolchain points clang at the headers of a GCC that is not the system's, which
// it would not find. The compiler itself is not asked.
func toolchain(compiler string) []string {
	prefix := filepath.Dir(filepath.Dir(compiler))
	if !filepath.IsAbs(compiler) || prefix == "/usr" || prefix == "/" {
		return nil
	}
	if info, err := os.Stat(filepath.Join(prefix, "lib", "gcc")); err != nil || !info.IsDir() {
		return nil
	}
	return []string{"--gcc-toolchain=" + prefix}
}

// Extra sanitises arguments that hold for all files: those given after "--".
// A language or standard among them is returned apart, "" if there is none.
func Extra(args []string, dir string) (clean []string, lang Lang, std string) {
	s := sanitiser{dir: dir, seen: map[string]bool{}}
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if driver := driverLang(args[0]); driver != "" {
			lang = driver
		}
		args = args[1:]
	}
	s.walk(args)
	if s.lang != "" {
		lang = s.lang
	}
	return s.out, lang, s.std
}

// Language returns the arguments that fix language and standard. A standard that
// clang lacks or that belongs to the other language is replaced by the default,
// which for C++ is GCC's since release 11: clang 15 alone would take C++14.
func Language(lang Lang, std string) []string {
	args := []string{"-x", string(lang)}
	if s := Standard(std, lang); s != "" {
		return append(args, "-std="+s)
	}
	if lang == CXX {
		return append(args, "-std=gnu++17")
	}
	return args
}

// sanitiser walks over the arguments of one command.
type sanitiser struct {
	dir  string
	out  []string
	seen map[string]bool // folders that are already searched
	lang Lang
	std  string
}

func (s *sanitiser) walk(args []string) {
	for i := 0; i < len(args); {
		i += s.take(args[i], args[i+1:])
	}
}

// take handles one argument and returns how many words it was.
func (s *sanitiser) take(arg string, rest []string) int {
	if flag, value, words := withValue(arg, rest); flag != "" {
		s.valued(flag, value)
		return words
	}
	switch {
	case dropsNext[arg]:
		if len(rest) > 0 && isOpenMP(rest[0]) {
			s.openMP()
		}
		return 2
	case isOpenMP(arg):
		s.openMP()
	case strings.HasPrefix(arg, "-Wp,-D"), strings.HasPrefix(arg, "-Wp,-U"):
		if !strings.Contains(arg[4:], ",") {
			s.out = append(s.out, arg[4:])
		}
	case arg == "-ansi":
		s.std = "" // GNU C reads the same text and knows the newer spellings too
	case alone[arg] || isLanguageFlag(arg):
		s.out = append(s.out, arg)
	}
	return 1
}

// valued passes on a flag that has a value. An empty one would make clang take
// the next argument for it.
func (s *sanitiser) valued(flag, value string) {
	if value == "" {
		return
	}
	switch flag {
	case "-std":
		s.std = value
	case "-x":
		if lang := Lang(strings.TrimSuffix(value, "-header")); lang == C || lang == CXX {
			s.lang = lang
		}
	case "-D", "-U":
		s.out = append(s.out, flag+value)
	case "-target":
		if isTriple(value) {
			s.out = append(s.out, "--target="+value)
		}
	case "-include", "-imacros":
		s.include(flag, value)
	default:
		s.folder(flag, value)
	}
}

// include passes on a header that is read first. Clang's driver would read a
// precompiled header lying beside it, which is GCC's or nobody knows whose, so
// in that case the compiler proper is told.
func (s *sanitiser) include(flag, value string) {
	path := resolve(s.dir, value)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		path = value // to be searched for in the include folders
	case !info.Mode().IsRegular():
		return
	}
	if exists(path+".gch") || exists(path+".pch") {
		s.out = append(s.out, "-Xclang", flag, "-Xclang", path)
		return
	}
	s.out = append(s.out, flag, path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// folder passes on a flag that names a folder, once.
func (s *sanitiser) folder(flag, value string) {
	if value == "-" {
		return // GCC's old spelling of -iquote
	}
	if !strings.HasPrefix(value, "=") { // "=" stands for the sysroot
		value = resolve(s.dir, value)
	}
	if key := flag + " " + value; !s.seen[key] {
		s.seen[key] = true
		s.out = append(s.out, flag, value)
	}
}

// openMP makes the code of OpenMP builds visible. Clang's own -fopenmp would
// hide the bodies of parallel regions from libclang's users.
func (s *sanitiser) openMP() {
	if !s.seen["openmp"] {
		s.seen["openmp"] = true
		s.out = append(s.out, "-D_OPENMP=201811")
	}
}

func isTriple(value string) bool {
	for _, r := range value {
		if !strings.ContainsRune("-_.", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return value != ""
}
