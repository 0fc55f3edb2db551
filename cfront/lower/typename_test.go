//go:build cgo

package lower

import "testing"

func TestUnqualified(t *testing.T) {
	for in, want := range map[string]string{
		"double *": "double *", "std::ostream": "ostream", "const mesh::Field &": "const Field &",
		"std::map<int, std::vector<double>>::iterator": "iterator", "a::b::C<a::D> *": "C<D> *", "::Top": "Top",
		"const T &": "const T &", "int (ns::K::*)(ns::L)": "int (*)(L)",
	} {
		if got := unqualified(in); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
