package discover

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dump writes a text's definitions one a line.
func dump(t *Text) string {
	var b strings.Builder
	for _, f := range t.Funcs {
		mark := ""
		if f.MPI {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s%s:%s\n", f.Name, mark, strings.Join(f.Refs, ","))
	}
	return b.String()
}

func TestScanDefinitions(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"functions", "int f(int a) { return g(a); }\nint p(int);\nstatic void h(void)\n{\n if (x) { MPI_Send(b); }\n}\n",
			"f:int,f,a,return,g\nh*:static,void,h,if,x,MPI_Send,b\n"},
		{"comments and strings", "/* MPI_Send( */ int f() { s = \"MPI_Recv(}\"; // MPI_X(\n c = '}'; }", "f:int,f,s,c\n"},
		{"macros", "#define CHECK(x) \\\n  do { err(x); } while (0)\n#define SEND MPI_Send\n", "CHECK:x,do,err,while\nSEND*:MPI_Send\n"},
		{"macro inside a body", "void f() { a();\n#define X y\n b(); }", "X:y\nf:void,f,a,b\n"},
		{"tables", "static op ops[] = { send_op, recv_op };\nint n = 3;", "ops:send_op,recv_op\nn:\n"},
		{"scopes", "namespace n { class A : public B { int f() { g(); } void d() const; int v{3}; }; }",
			"f:int,f,g\nv:\n"},
		{"methods", "template <class T> void A<T>::f(T x) const { h(x); }", "f:template,class,T,void,A,f,x,const,h\n"},
		{"constructor", "A::A(int x) : a(x), b{x}, c{} { MPI_Init(0, 0); }\nvoid g() {}",
			"A*:A,int,x,a,b,c,MPI_Init\ng:void,g\n"},
		{"old style", "int f(a, b)\n int a; char *b;\n{ return k(a); }", "f:return,k,a\n"},
		{"attribute after a method", "struct S { int f() const; };\nstruct T { int m; };", ""},
		{"head in a macro", "INLINE(int) f(int a) { g(); }", "INLINE:INLINE,int,f,a,g\nf:INLINE,int,f,a,g\n"},
		{"branches that both open", "#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n g(); }\nint h() { k(); }", "f:int,f,a,long,g\nh:int,h,k\n"},
		{"branches that both close", "int f() { if (a) {\n#ifdef A\n x(); }\n#else\n y(); }\n#endif\n}\nint h() { k(); }", "f:int,f,if,a,x,y\nh:int,h,k\n"},
		{"raw string", `auto s = R"x(} MPI_Send( )" )x"; int g() { k(); }`, "s:\ng:int,g,k\n"},
		{"lambda", "void f() { run([&](int i) { MPI_Wait(0); }); g(); }", "f*:void,f,run,int,i,MPI_Wait,g\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, dump(Scan([]byte(c.src)))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestScanGuards(t *testing.T) {
	for _, c := range []struct {
		src   string
		calls int
		needs string
	}{
		{"void f() { MPI_Send(x); }", 1, ""},
		{"#ifdef HAVE_MPI\nvoid f() { MPI_Send(x); MPI_Recv(x); }\n#endif", 2, "HAVE_MPI"},
		{"#if defined(HAVE_MPI) && !defined(NO_COMM)\nvoid f() { MPI_Send(x); }\n#endif", 1, "HAVE_MPI"},
		{"#ifndef SERIAL_BUILD\nvoid f() { MPI_Send(x); }\n#endif", 1, ""},
		{"#ifndef USE_MPI\n#else\n#include <mpi.h>\n#endif", 0, "USE_MPI"},
		{"#if !defined(USE_MPI)\nvoid f() {}\n#else\nvoid f() { MPI_Send(x); }\n#endif", 1, "USE_MPI"},
		{"#if 0\nvoid f() { MPI_Send(x); }\n#endif", 0, ""},
		{"#ifdef PROJ_DEBUG2\nvoid f() { MPI_Barrier(x); }\n#else\nvoid f() { MPI_Send(x); }\n#endif", 1, ""},
		{"#ifdef USE_MPI\nvoid f() { MPI_Send(x);\n#ifdef DEBUG\nMPI_Barrier(x);\n#endif\n}\n#endif", 1, "USE_MPI"},
		{"#if WITH_MPI > 1 || X\nvoid f() { MPI_Send(x); }\n#endif\n#ifdef _WIN32\n#include <mpi.h>\n#endif", 1, "WITH_MPI"},
		{"int MPI_Send(int);\nMPI_Comm c; // MPI_Send(\n", 0, ""},
		{"#else\n#endif\n#endif\n#elif\n}}}))) void f() { MPI_Send(x); }", 1, ""},
	} {
		got := Scan([]byte(c.src))
		if got.Calls != c.calls || strings.Join(got.Needs, " ") != c.needs {
			t.Errorf("%q: %d calls, needs %q", c.src, got.Calls, got.Needs)
		}
	}
}

func TestScanIncludes(t *testing.T) {
	got := Scan([]byte("#include \"a/b.h\"\n # include <mpi.h> /* x */\n#include MACRO\n#include \"\"\n#include <x\nint a; #include \"no.h\"\n"))
	want := []Include{{"a/b.h", false}, {"mpi.h", true}}
	if d := cmp.Diff(want, got.Includes); d != "" {
		t.Error(d)
	}
	if !Scan([]byte("\x7fELF\x00\x00")).Binary {
		t.Error("a binary file was taken for text")
	}
}

func FuzzScan(f *testing.F) {
	for _, seed := range []string{"int f() {", "#if\n#else\n#endif", "R\"(", "#define", "'\\", "a::b(x):y{z}{", "#\\\n", "/*", "0'", "\"\\"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		out := Scan([]byte(src))
		for _, fn := range out.Funcs {
			if len(fn.Name) > len(src) {
				t.Errorf("name %q", fn.Name)
			}
		}
	})
}
