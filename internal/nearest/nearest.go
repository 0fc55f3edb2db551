// Package nearest finds the word that was probably meant.
package nearest

// To returns the word of list that is nearest to word, or "" when none is near enough to be meant.
func To(word string, list []string) string {
	best, at := max(1, len(word)/3)+1, ""
	best = min(best, max(1, len(word))) // a word of which nothing is left is not meant
	for _, w := range list {
		if d := distance(word, w); d < best {
			best, at = d, w
		}
	}
	return at
}

// distance is the number of insertions, deletions, substitutions and swaps of neighbours that turn a into b.
func distance(a, b string) int {
	prev2, prev := []int(nil), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur := make([]int, len(b)+1)
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev = prev, cur
	}
	return prev[len(b)]
}
