package fabric

import (
	"strconv"
	"strings"
)

// OfFinding returns the pattern that a finding of rule alltoall is about, or why it does not count: name is its Pattern,
// communicator what it is over, and peers its number of peers, which may be a share of the ranks.
func OfFinding(name, communicator, peers string) (p Pattern, why string) {
	switch communicator {
	case "world":
	case "node":
		return p, "within a node: no queue pairs"
	case "unknown", "":
		return p, "over a communicator that is not known"
	default:
		return p, "over a sub-communicator, whose size is not known"
	}
	p, err := LookupPattern(name)
	if err != nil {
		return p, "of a pattern that this version does not know"
	}
	step, ok := strings.CutPrefix(peers, "n/")
	if !ok {
		return p, ""
	}
	n, err := strconv.Atoi(step)
	if err != nil || n < 1 || n > maxRanks {
		return p, "with a stride that is not known"
	}
	return Strided(n), ""
}
