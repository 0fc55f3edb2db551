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
		line := strings.Join(strings.Fields(r.src.file(f.Pos.File).line(f.Pos.Line)), " ")
		key := strings.Join([]string{f.Rule, f.Pos.File, line}, "\x00")
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		seen[key]++
		f.Fingerprint = hex.EncodeToString(sum[:16])
	}
}
