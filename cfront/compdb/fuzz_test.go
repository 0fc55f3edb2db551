package compdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"", `cc -DX="a b" 'c' \d`, `"`, `'\`, "a\\\nb"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		args, err := Split(command)
		if err != nil {
			return
		}
		total := 0
		for _, arg := range args {
			total += len(arg)
		}
		if total > len(command) {
			t.Errorf("%q grew to %q", command, args)
		}
		var quoted []string
		for _, arg := range args {
			quoted = append(quoted, "'"+strings.ReplaceAll(arg, "'", `'\''`)+"'")
		}
		again, err := Split(strings.Join(quoted, " "))
		if err != nil || strings.Join(again, "\x01") != strings.Join(args, "\x01") {
			t.Errorf("%q: %q read back as %q, %v", command, args, again, err)
		}
	})
}

// FuzzLoad holds that whatever a database says, only arguments of the allow-list
// come out.
func FuzzLoad(f *testing.F) {
	f.Add(`[{"directory": ".", "file": "a.c", "command": "cc -I. -o x -Xclang -load -Xclang p.so -c a.c"}]`)
	f.Add(`[{"directory": "/", "file": "a.c", "arguments": ["c++", "-std=c++23", "-x", "c", "@f", "-fplugin=p"]}]`)
	f.Add(`[{"file": 1}, 2, {"arguments": {}}]`)
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.c"), nil, 0o666); err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(dir, Name)
	f.Fuzz(func(t *testing.T, text string) {
		db := &Database{Path: path}
		if err := db.read(strings.NewReader(text)); err != nil {
			return
		}
		for _, e := range db.Entries {
			checkAllowed(t, e.Args)
		}
	})
}

func checkAllowed(t *testing.T, args []string) {
	t.Helper()
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case strings.HasPrefix(arg, "-D"), strings.HasPrefix(arg, "-U"), strings.HasPrefix(arg, "-std="), alone[arg], isLanguageFlag(arg),
			strings.HasPrefix(arg, "--target="), strings.HasPrefix(arg, "--gcc-toolchain=/"):
		case arg == "-x", arg == "-include", arg == "-imacros", arg == "-I", arg == "-F", strings.HasPrefix(arg, "-i"):
			i++
		default:
			t.Errorf("%q of %q is not on the allow-list", arg, args)
		}
	}
}
