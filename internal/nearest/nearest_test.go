package nearest

import "testing"

func TestTo(t *testing.T) {
	list := []string{"freshbuf", "heapchurn", "alltoall", "severity", "v"}
	for word, want := range map[string]string{
		"freshbuff": "freshbuf", "fershbuf": "freshbuf", "hepchurn": "heapchurn", "alltoallv": "alltoall", "severty": "severity",
		"zzz": "", "": "", "freshbuf": "freshbuf", "completely": "",
	} {
		if got := To(word, list); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
