package html

import (
	"go/scanner"
	"go/token"
	"path"
	"strings"

	"mpivet/internal/ctoken"
)

// colour splits a source into lines of spans, each with the class that the style sheet has for it.
func colour(name, source string) [][]span {
	if len(source) > maxColoured {
		return lines(source, nil)
	}
	if path.Ext(name) == ".go" {
		return lines(source, goSpans(source))
	}
	return lines(source, cSpans(source))
}

// classed is a part of a source with a class.
type classed struct {
	start, end int
	class      string
}

func cSpans(source string) []classed {
	var out []classed
	tokens := ctoken.Scan(source)
	for i, t := range tokens {
		class := ""
		switch t.Kind {
		case ctoken.Comment:
			class = "c"
		case ctoken.Directive:
			class = "p"
		case ctoken.Text:
			class = "s"
		case ctoken.Number:
			class = "n"
		case ctoken.Ident:
			called := i+1 < len(tokens) && tokens[i+1].Of(source) == "("
			class = wordClass(ctoken.Keyword(t.Of(source)), ctoken.Type(t.Of(source)), called)
		}
		out = append(out, classed{t.Start, t.End, class})
	}
	return out
}

func wordClass(keyword, typ, called bool) string {
	switch {
	case keyword:
		return "k"
	case typ:
		return "t"
	case called:
		return "f"
	}
	return ""
}

var goTypes = map[string]bool{
	"bool": true, "byte": true, "complex64": true, "complex128": true, "error": true, "float32": true, "float64": true, "int": true,
	"int8": true, "int16": true, "int32": true, "int64": true, "rune": true, "string": true, "uint": true, "uint8": true,
	"uint16": true, "uint32": true, "uint64": true, "uintptr": true, "any": true,
}

func goSpans(source string) []classed {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), nil, scanner.ScanComments) // without a handler, errors leave ILLEGAL tokens
	var out []classed
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return out
		}
		start := file.Offset(pos)
		end := start + len(text)
		if text == "" {
			end = start + len(tok.String())
		}
		if end > len(source) || tok == token.SEMICOLON && text == "\n" {
			continue
		}
		if tok == token.LPAREN && len(out) > 0 && out[len(out)-1].end == start && out[len(out)-1].class == "" && isName(source[out[len(out)-1].start]) {
			out[len(out)-1].class = "f"
		}
		out = append(out, classed{start, end, goClass(tok, text)})
	}
}

func isName(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

func goClass(tok token.Token, text string) string {
	switch {
	case tok == token.COMMENT:
		return "c"
	case tok.IsKeyword():
		return "k"
	case tok == token.STRING || tok == token.CHAR:
		return "s"
	case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
		return "n"
	case tok == token.IDENT && goTypes[text]:
		return "t"
	}
	return ""
}

// lines cuts a source with its classed parts, which are in order, into lines of spans.
func lines(source string, parts []classed) [][]span {
	out := [][]span{nil}
	add := func(class, text string) {
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				out = append(out, nil)
			}
			if line == "" {
				continue
			}
			last := &out[len(out)-1]
			if n := len(*last); n > 0 && (*last)[n-1].Class == class {
				(*last)[n-1].Text += line
				continue
			}
			*last = append(*last, span{Class: class, Text: line})
		}
	}
	at := 0
	for _, p := range parts {
		if p.start < at {
			continue
		}
		add("", source[at:p.start])
		add(p.class, source[p.start:p.end])
		at = p.end
	}
	add("", source[at:])
	return out
}
