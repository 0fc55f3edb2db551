//go:build cgo

package lower

import (
	"regexp"
	"strings"

	gc "github.com/go-clang/clang-v15/clang"
)

// recoverParts looks at what libclang shows in place of expressions that do not compile. An access to a member that is not
// declared (its declaration is compiled out, or in a header that is missing) keeps the object and drops the member: it
// becomes an access to a member of that name, so that what is stored there is found where the same member is read. Others
// are marked.
func (u *unit) recoverParts(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		member := n.kind == gc.Cursor_MemberRefExpr && !u.cxx // of an object that is damaged itself
		if n.kind != gc.Cursor_UnexposedExpr && !member || len(n.kids) != 1 || !n.kids[0].isExpr() || n.info().kind != gc.Type_Dependent {
			continue
		}
		more := u.beyond(n, n.kids[0])
		if m := memberAccess.FindStringSubmatch(more); m != nil {
			n.kind, n.arrow, n.undeclared = gc.Cursor_MemberRefExpr, m[1] == "->", true
			n.known.spelling, n.known.named = m[2], true
			continue
		}
		switch {
		case member:
		case more != "":
			n.damaged = !u.cxx || more[0] != ')' && !strings.HasPrefix(more, "...") // in a template, whole expressions have no type
		case !u.cxx:
			n.damaged = n.kids[0].info().kind != gc.Type_Dependent // else a conversion of what is damaged
		}
	}
}

var memberAccess = regexp.MustCompile(`^(->|\.)\s*([A-Za-z_]\w*)$`)

// beyond returns the text of n behind its first part.
func (u *unit) beyond(n, part *node) string {
	whole, e := u.extent(n), u.extent(part)
	if whole.src != e.src || whole.start != e.start || e.end < e.start || e.end >= whole.end {
		return ""
	}
	return strings.TrimSpace(e.src.slice(e.end, whole.end))
}

// isArrow reports whether the member n is reached through a pointer.
func (n *node) isArrow(base *node) bool {
	if n.undeclared {
		return n.arrow
	}
	return base.info().isPointer()
}
