package clang

import (
	"os"
	"path/filepath"
	"strconv"
)

// resourceDir returns the folder with the freestanding headers (stddef.h,
// stdarg.h) of a libclang release, "" if there is none. It looks beside the
// library first, then where distributions put them.
func resourceDir(library string, major int) string {
	v := strconv.Itoa(major)
	var patterns []string
	if real, err := filepath.EvalSymlinks(library); err == nil {
		library = real
	}
	if filepath.IsAbs(library) {
		dir := filepath.Dir(library)
		patterns = append(patterns, filepath.Join(dir, "clang", v+"*"), filepath.Join(dir, "..", "lib", "clang", v+"*"))
	}
	patterns = append(patterns,
		"/usr/lib/llvm-"+v+"/lib/clang/"+v+"*", "/usr/lib/clang/"+v+"*", "/usr/lib64/clang/"+v+"*",
		"/usr/lib/llvm"+v+"/lib/clang/"+v+"*", "/usr/lib64/llvm"+v+"/lib/clang/"+v+"*",
		"/usr/lib/clang/"+v+"*", "/usr/local/lib/clang/"+v+"*",
		"/opt/homebrew/opt/llvm*/lib/clang/"+v+"*", "/usr/local/opt/llvm*/lib/clang/"+v+"*",
		"/Library/Developer/CommandLineTools/usr/lib/clang/*")
	for _, pattern := range patterns {
		found, _ := filepath.Glob(pattern)
		for _, dir := range found {
			if _, err := os.Stat(filepath.Join(dir, "include", "stddef.h")); err == nil {
				return filepath.Clean(dir)
			}
		}
	}
	return ""
}
