package age

import (
	"strings"

	"mpivet/ir"
	"mpivet/mpi"
)

// findWanted marks the functions that communicate or make objects, and those that call them: only they are analysed on
// their own account. What they call is analysed when they do.
func (a *analysis) findWanted() {
	var work []*ir.Func
	mark := func(fn *ir.Func) {
		if !a.want[fn] {
			a.want[fn] = true
			work = append(work, fn)
		}
	}
	for _, fn := range a.prog.All {
		if communicates(fn) {
			mark(fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, cs := range a.prog.Callers(fn) {
			mark(cs.Fn)
		}
	}
}

func communicates(fn *ir.Func) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Comm:
				return true
			case *ir.Acquire:
				if in.Kind == ir.Object {
					return true
				}
			}
		}
	}
	return false
}

// touches returns the globals that fn or a function it calls mentions.
func (a *analysis) touches(fn *ir.Func) map[*ir.Var]bool {
	if a.globalsOf == nil {
		a.findTouched()
	}
	return a.globalsOf[fn]
}

func (a *analysis) findTouched() {
	a.globalsOf = map[*ir.Func]map[*ir.Var]bool{}
	for _, comp := range a.prog.SCCs() {
		set := map[*ir.Var]bool{}
		for _, fn := range comp {
			a.ownGlobals(fn, set)
			for _, cs := range a.prog.Calls(fn) {
				for _, g := range a.prog.Targets(fn, cs.Call) {
					for v := range a.globalsOf[g] {
						set[v] = true
					}
				}
			}
		}
		for _, fn := range comp {
			a.globalsOf[fn] = set
		}
	}
}

func (a *analysis) ownGlobals(fn *ir.Func, set map[*ir.Var]bool) {
	note := func(p ir.Path) {
		if p.Root != nil && p.Root.Kind == ir.Global {
			set[a.global(p.Root)] = true
		}
	}
	expr := func(e ir.Expr) {
		walk(e, func(e ir.Expr) {
			switch e := e.(type) {
			case ir.Load:
				note(e.Path)
			case ir.Addr:
				note(e.Path)
			}
		})
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			eachDst(in, note)
			eachExpr(in, expr)
		}
		eachTermExpr(b.Term, expr)
	}
}

// lang returns the language of a function's unit.
func (a *analysis) lang(fn *ir.Func) ir.Lang {
	if u := a.prog.UnitOf(fn); u != nil {
		return u.Lang
	}
	return ir.C
}

// trips returns the constant number of passes of a loop.
func (a *analysis) trips(c *cfunc, l *ir.Loop) (int64, bool) {
	ind, ok := ir.Induction(c.fn, l)
	if !ok {
		return 0, false
	}
	return ir.TripCount(ind)
}

// objectUses returns the arguments of a call of MPI that are objects.
func (a *analysis) objectUses(c *cfunc, ci *cinstr, in *ir.Call) []value {
	if len(in.Callees) == 1 && mpi.Lookup(in.Callees[0]) != nil {
		return ci.args
	}
	return nil
}

// harmless reports whether an unseen callee neither releases nor keeps its arguments: MPI's own procedures and the
// parts of the standard libraries that are known to.
func (a *analysis) harmless(in *ir.Call) bool {
	names := in.Callees
	if len(names) == 0 {
		names = []string{in.Name}
	}
	for _, n := range names {
		if mpi.Lookup(n) == nil && !harmlessName(n) && !harmlessName(in.Name) {
			return false
		}
	}
	return true
}

func harmlessName(n string) bool {
	if libc[n] || strings.HasPrefix(n, "std::") || strings.HasPrefix(n, "__builtin_") {
		return true
	}
	n = strings.TrimPrefix(strings.TrimPrefix(n, "("), "*")
	pkg, _, ok := strings.Cut(n, ".")
	if i := strings.LastIndexByte(pkg, '/'); i >= 0 && !strings.Contains(pkg[:i], ".") {
		pkg = pkg[:i]
	}
	return ok && goStd[pkg]
}

var goStd = set("fmt", "math", "sort", "slices", "strings", "bytes", "log", "os", "io", "time", "strconv", "errors",
	"unsafe", "encoding", "binary", "rand", "bits", "cmplx", "maps", "hash", "testing", "flag", "bufio", "unicode", "runtime",
	"compress", "crypto", "context")

// libc lists functions that only read or fill the memory they are given.
var libc = set("memcpy", "memmove", "memset", "memcmp", "memchr", "bcopy", "bzero", "bcmp", "strlen", "strnlen", "strcpy", "strncpy",
	"strcat", "strncat", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr", "strspn", "strcspn",
	"strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "atoi", "atol", "atof", "atoll",
	"printf", "fprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vsprintf", "vsnprintf", "puts", "fputs", "fputc", "putc",
	"scanf", "fscanf", "sscanf", "fread", "fwrite", "fgets", "fgetc", "getc", "getline", "read", "write", "pread", "pwrite",
	"qsort", "bsearch", "perror", "fflush", "fclose", "fopen", "fseek", "ftell", "rewind", "feof", "ferror",
	"abs", "labs", "fabs", "fabsf", "sqrt", "pow", "exp", "log", "sin", "cos", "tan", "floor", "ceil", "fmax", "fmin", "fmod",
	"gettimeofday", "clock", "clock_gettime", "time", "assert", "__assert_fail", "gethostname", "getenv", "toupper", "tolower",
	"isspace", "isdigit", "isalpha", "isalnum", "omp_get_wtime", "omp_get_thread_num", "omp_get_num_threads", "omp_get_max_threads",
	"__memcpy_chk", "__memset_chk", "__memmove_chk", "__sprintf_chk", "__snprintf_chk", "__fprintf_chk", "__printf_chk")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
