package clang

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// The libclang releases that are looked for, the best tested first.
var releases = []int{15, 16, 17, 18, 19, 20, 21}

// candidates returns the libclang files to try, most wanted first: the path that
// was asked for (alone, if any), then MPIVET_LIBCLANG, the folder llvm-config
// names, the usual folders, the loader's own search, conda's and pip's copies,
// Xcode's.
func candidates(asked string) []string {
	if asked != "" {
		return []string{asked}
	}
	if env := os.Getenv("MPIVET_LIBCLANG"); env != "" {
		return []string{env}
	}
	var out []string
	seen := map[string]bool{}
	add := func(paths ...string) {
		for _, p := range paths {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	for _, dir := range llvmConfigDirs() {
		add(inDir(dir)...)
	}
	for _, dir := range usualDirs() {
		add(inDir(dir)...)
	}
	add(sonames()...)
	for _, pattern := range packagedCopies() {
		found, _ := filepath.Glob(pattern)
		add(found...)
	}
	return out
}

// llvmConfigDirs asks the llvm-config programs on PATH, oldest release first.
func llvmConfigDirs() []string {
	names := []string{}
	for _, r := range releases {
		names = append(names, "llvm-config-"+strconv.Itoa(r))
	}
	names = append(names, "llvm-config")
	var dirs []string
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if out, err := exec.Command(path, "--libdir").Output(); err == nil {
			dirs = append(dirs, strings.TrimSpace(string(out)))
		}
	}
	return dirs
}

// usualDirs returns the folders where packages put libclang.
func usualDirs() []string {
	var dirs []string
	for _, r := range releases {
		v := strconv.Itoa(r)
		dirs = append(dirs, "/usr/lib/llvm-"+v+"/lib", "/usr/lib/llvm"+v+"/lib", "/usr/lib64/llvm"+v+"/lib",
			"/usr/lib/llvm/"+v+"/lib64", "/opt/homebrew/opt/llvm@"+v+"/lib", "/usr/local/opt/llvm@"+v+"/lib")
	}
	dirs = append(dirs, "/opt/homebrew/opt/llvm/lib", "/usr/local/opt/llvm/lib")
	multiarch, _ := filepath.Glob("/usr/lib/*-linux-gnu*")
	dirs = append(dirs, multiarch...)
	return append(dirs, "/usr/lib64", "/usr/lib", "/usr/local/lib64", "/usr/local/lib")
}

// inDir returns the libclang files of one folder in the order of releases.
func inDir(dir string) []string {
	var out []string
	for _, name := range sonames() {
		p := filepath.Join(dir, name)
		if _, err := os.Stat(p); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// sonames returns the file names of libclang, which distributions spell in
// several ways.
func sonames() []string {
	if runtime.GOOS == "darwin" {
		return []string{"libclang.dylib"}
	}
	var names []string
	for _, r := range releases {
		v := strconv.Itoa(r)
		names = append(names, "libclang-"+v+".so.1", "libclang-"+v+".so."+v, "libclang-"+v+".so", "libclang.so."+v)
	}
	return append(names, "libclang.so.1", "libclang.so")
}

// packagedCopies returns patterns for the copies that conda, pip and Xcode
// bring.
func packagedCopies() []string {
	var out []string
	if p := os.Getenv("CONDA_PREFIX"); p != "" {
		out = append(out, filepath.Join(p, "lib", "libclang*.so*"), filepath.Join(p, "lib", "libclang.dylib"))
	}
	roots := []string{os.Getenv("VIRTUAL_ENV"), "/usr", "/usr/local"}
	if home, err := os.UserHomeDir(); err == nil {
		roots = append(roots, filepath.Join(home, ".local"))
	}
	for _, root := range roots {
		if root == "" {
			continue
		}
		for _, packages := range []string{"site-packages", "dist-packages"} {
			out = append(out, filepath.Join(root, "lib", "python3*", packages, "clang", "native", "libclang.*"))
		}
	}
	return append(out,
		"/Library/Developer/CommandLineTools/usr/lib/libclang.dylib",
		"/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib/libclang.dylib")
}
