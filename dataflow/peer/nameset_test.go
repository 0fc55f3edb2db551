package peer

import "testing"

func TestNameset(t *testing.T) {
	all := names{}
	a, b := nameset{names: all}, nameset{names: all}
	for i := range 100 {
		b.add(string(rune('A' + i)))
	}
	a.add("A")
	if !a.has("A") || a.has("B") || a.has("never") {
		t.Error("wrong members")
	}
	if !a.addAll(&b) || a.addAll(&b) {
		t.Error("addAll does not say what is new")
	}
	if !a.has(string(rune('A' + 99))) {
		t.Error("a member is lost")
	}
	if b.addAll(&a) {
		t.Error("a subset adds something")
	}
}
