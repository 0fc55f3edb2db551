package cache

import (
	"io/fs"
	"syscall"
)

// stampOf takes the time of the last change of the file's record in as well, which copying tools cannot set back.
func stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), modified: info.ModTime().UnixNano()}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.changed, s.inode = sys.Ctim.Nano(), sys.Ino
	}
	return s
}
