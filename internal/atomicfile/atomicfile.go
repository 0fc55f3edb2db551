// Package atomicfile writes files that are whole at any time.
package atomicfile

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2/maybe"
)

// Write writes a file aside and renames it: whoever reads it sees the old content or the new. A symbolic link is replaced, not
// followed: the analysed project may have put it there. What is no regular file, such as /dev/stdout, is written to as it is.
func Write(path string, data []byte) error {
	if isDevice(path) {
		return os.WriteFile(path, data, 0o644)
	}
	return maybe.WriteFile(path, data, 0o644)
}

// Rewrite is Write for a regular file that exists: it keeps the file's permissions.
func Rewrite(path string, data []byte) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(path, data, info.Mode().Perm()); err != nil {
		return err
	}
	return os.Chmod(path, info.Mode().Perm()) // the umask may have taken some
}

func isDevice(path string) bool {
	if abs, err := filepath.Abs(path); err == nil && (strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/")) {
		return true // /dev/stdout is a symbolic link, perhaps to a regular file
	}
	info, err := os.Lstat(path)
	return err == nil && !info.Mode().IsRegular() && info.Mode()&os.ModeSymlink == 0
}
