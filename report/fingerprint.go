package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// fingerprint names each finding by its rule, its file, the text of its line without spacing, and an ordinal among
// findings that are equal in these. None of them changes when other lines of the file do.
func (r *run) fingerprint() {
	seen := map[string]int{}
	for i := range r.list {
		f := &r.list[i]
		key := strings.Join([]string{f.Rule, f.Pos.File, r.textOf(f)}, "\x00")
		f.ordinal = seen[key]
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(f.ordinal)))
		f.Fingerprint = hex.EncodeToString(sum[:16])
	}
}

// textOf returns the text of a finding's line without spacing.
func (r *run) textOf(f *Finding) string {
	return strings.Join(strings.Fields(r.src.file(f.Pos.File).line(f.Pos.Line)), " ")
}
