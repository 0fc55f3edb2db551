package ctoken

import (
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	for source, want := range map[string]string{
		"int a=b->c;":                                 "int a = b -> c ;",
		"x <<= 1'000 >> .5e-3f; // end":               "x <<= 1'000 >> .5e-3f ; // end",
		"s = \"a\\\"b\" 'c' L\"w\" u8R\"x()\")x\" id": "s = \"a\\\"b\" 'c' L\"w\" u8R\"x()\")x\" id",
		"#define A(x) \\\n  x /* a\nb */ y\nz":        "#define A(x) \\\n  x /* a\nb */ y z",
		"a /* # */ # b":                               "a /* # */ # b",
		"/* c */ #if 1\nint":                          "/* c */ #if 1 int",
		"\"open\nnext":                                "\"open next",
		"a\\\nb":                                      "a b",
		"std::vector<std::vector<int>>v":              "std :: vector < std :: vector < int >> v",
		"\x00é@`":                                     "\x00 é @ `",
	} {
		var got []string
		for _, tok := range Scan(source) {
			got = append(got, tok.Of(source))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%q: got %q, want %q", source, text, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("int main(void) { return R\"(x)\" ; } // é \\\n# include <x>")
	f.Fuzz(func(t *testing.T, source string) {
		at := 0
		for _, tok := range Scan(source) {
			if tok.Start < at || tok.End <= tok.Start || tok.End > len(source) {
				t.Fatalf("token %+v after %d", tok, at)
			}
			if gap := strings.Trim(source[at:tok.Start], " \t\r\n\v\f\\"); gap != "" {
				t.Fatalf("%q is in no token", gap)
			}
			at = tok.End
		}
	})
}
