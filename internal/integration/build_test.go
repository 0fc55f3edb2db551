//go:build integration

package integration

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// cmakeLists is a project whose headers are in a folder that only its build knows. What surrounds the target is the
// documentation's.
const cmakeLists = `cmake_minimum_required(VERSION 3.18)
project(halo C)
TARGET
add_library(halo STATIC src/exchange.c src/main.c)
target_include_directories(halo PRIVATE ${CMAKE_SOURCE_DIR}/private/headers)
target_compile_definitions(halo PRIVATE MPI_STUB)
`

// stub is an mpi.h that a compiler without MPI takes; mpivet has its own.
const stub = `#ifndef MPI_STUB
#error "the definition is missing"
#endif
#define MPI_BYTE 1
#define MPI_COMM_WORLD 0
int MPI_Init(int *, char ***);
int MPI_Finalize(void);
int MPI_Send(const void *, int, int, int, int, int);
`

const mainC = `#include <mpi.h>

void exchange(int n, int peer);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    exchange(1 << 20, 0);
    return MPI_Finalize();
}
`

// compiled is a C project that builds without MPI.
func compiled(t *testing.T, more map[string]string) string {
	t.Helper()
	return project(t, map[string]string{
		"src/exchange.c":          "#ifdef MPI_STUB\n#include \"sizes.h\"\n" + exchangeC + "#endif\n",
		"src/main.c":              mainC,
		"private/headers/mpi.h":   stub,
		"private/headers/sizes.h": "#define SIZE 4\n",
	}, more)
}

func shell(t *testing.T, dir, script string) (int, string) {
	t.Helper()
	return run(t, dir, environ(), "sh", "-e", "-c", script)
}

func TestCMake(t *testing.T) {
	lists := map[string]string{"CMakeLists.txt": strings.ReplaceAll(cmakeLists, "TARGET", block(t, "### CMake", "cmake", 0))}
	t.Run("database", func(t *testing.T) {
		status, out := shell(t, compiled(t, lists), block(t, "### CMake", "sh", 0))
		if status != 1 {
			t.Errorf("status %d", status)
		}
		found(t, out, "src/exchange.c")
	})
	t.Run("target", func(t *testing.T) {
		dir := compiled(t, lists)
		must(t, dir, "cmake", "-S", ".", "-B", "build")
		status, out := shell(t, dir, "cmake --build build --target mpivet")
		if status == 0 {
			t.Error("findings do not fail the target")
		}
		found(t, out, "src/exchange.c")
	})
	for _, generator := range []string{"Ninja", "Unix Makefiles"} {
		t.Run("with each compilation, "+generator, func(t *testing.T) {
			dir := compiled(t, lists)
			t.Setenv("CMAKE_GENERATOR", generator)
			script := block(t, "### CMake", "sh", 1)
			status, out := shell(t, dir, script)
			if status == 0 {
				t.Error("findings do not fail the build")
			}
			found(t, out, "src/exchange.c")
			if err := os.Remove(filepath.Join(dir, "src", "exchange.c")); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "src", "exchange.c"), "int nothing;\n")
			if status, out := shell(t, dir, script); status != 0 {
				t.Errorf("status %d without findings\n%s", status, out)
			}
		})
	}
}

func TestNinja(t *testing.T) {
	dir := compiled(t, map[string]string{"build/build.ninja": "rule cc\n  command = cc -DMPI_STUB -I../private/headers -c $in -o $out\n" +
		"build exchange.o: cc ../src/exchange.c\nbuild main.o: cc ../src/main.c\n"})
	must(t, dir, "ninja", "-C", "build")
	status, out := shell(t, dir, block(t, "### Ninja", "sh", 0))
	if status != 1 {
		t.Errorf("status %d", status)
	}
	found(t, out, "src/exchange.c")
}

func TestMake(t *testing.T) {
	dir := compiled(t, map[string]string{"Makefile": "CPPFLAGS = -DMPI_STUB -Iprivate/headers\nall: src/exchange.o src/main.o\n"})
	status, out := shell(t, dir, block(t, "### Make", "sh", 0))
	if status != 1 {
		t.Errorf("status %d", status)
	}
	found(t, out, "src/exchange.c")
	if _, err := os.Stat(filepath.Join(dir, "compile_commands.json")); err != nil {
		t.Error(err)
	}
}
