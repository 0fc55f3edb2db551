//go:build cgo

package lower

import (
	"strings"

	gc "github.com/go-clang/clang-v15/clang"
)

// widenCXX adds the tokens that only C++ prints around an expression: the this of a member, qualifiers, named casts.
func (p *printed) widenCXX(n *node, s span) span {
	switch n.kind {
	case gc.Cursor_MemberRefExpr:
		if p.at(s.first-1) == "->" && p.at(s.first-2) == "this" {
			s.first -= 2
		}
	case gc.Cursor_DeclRefExpr:
		for p.at(s.first-1) == "::" && s.first >= 2 {
			s.first -= 2
		}
	case gc.Cursor_CXXStaticCastExpr, gc.Cursor_CXXReinterpretCastExpr, gc.Cursor_CXXConstCastExpr,
		gc.Cursor_CXXDynamicCastExpr:
		for i := s.first - 1; i >= 0 && i > s.first-window; i-- {
			if strings.HasSuffix(p.at(i), "_cast") {
				if p.at(s.first-1) == "(" {
					s.last = p.closing(s.first - 1)
				}
				s.first = i
				break
			}
		}
	case gc.Cursor_CXXFunctionalCastExpr:
		if p.at(s.first-1) == "(" {
			s = span{s.first - 2, p.closing(s.first - 1)}
		}
	}
	return s
}
