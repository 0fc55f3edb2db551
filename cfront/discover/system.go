package discover

import (
	"os"
	"path/filepath"
	"sync"
)

// systemDirs are the folders that a compiler searches by itself.
var systemDirs = sync.OnceValue(func() []string {
	dirs := []string{"/usr/include", "/usr/local/include"}
	for _, pattern := range []string{"/usr/include/*-linux-gnu*", "/usr/include/c++/*",
		"/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include"} {
		found, _ := filepath.Glob(pattern)
		dirs = append(dirs, found...)
	}
	return dirs
})

var systemHeaders sync.Map // name → bool

// SystemDirs returns the folders that a compiler searches by itself.
func SystemDirs() []string { return systemDirs() }

// isSystem reports whether the machine has a header that every compiler finds.
func isSystem(name string) bool {
	if known, ok := systemHeaders.Load(name); ok {
		return known.(bool)
	}
	found := false
	for _, dir := range systemDirs() {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			found = true
			break
		}
	}
	systemHeaders.Store(name, found)
	return found
}
