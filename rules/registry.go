package rules

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

var ruleName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// maxTitle is the longest title in characters; longer ones break the one line per rule that the command prints.
const maxTitle = 60

// Check reports everything that is wrong with a list of rules: bad or double names, missing functions, incomplete documentation.
func Check(list []*Rule) error {
	var errs []error
	seen := map[string]bool{}
	for _, r := range list {
		if seen[r.Name] {
			errs = append(errs, fmt.Errorf("rule %q is registered twice", r.Name))
		}
		seen[r.Name] = true
		errs = append(errs, checkRule(r))
	}
	return errors.Join(errs...)
}

func checkRule(r *Rule) error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("rule %q: %s", r.Name, fmt.Sprintf(format, args...)))
	}
	if !ruleName.MatchString(r.Name) {
		bad("name is not made of lower case letters and digits")
	}
	if r.Run == nil {
		bad("no Run function")
	}
	for _, part := range r.Doc.parts() {
		if strings.TrimSpace(part.text) == "" {
			bad("documentation has no %s", part.name)
		}
	}
	if err := checkTitle(r.Doc.Title); err != "" {
		bad("title %q %s", r.Doc.Title, err)
	}
	return errors.Join(errs...)
}

// checkTitle returns what is wrong with a title, or nothing.
func checkTitle(title string) string {
	chars := []rune(title)
	switch {
	case len(chars) == 0:
		return ""
	case len(chars) > maxTitle:
		return fmt.Sprintf("is longer than %d characters", maxTitle)
	case strings.HasSuffix(title, "."):
		return "ends in a full stop"
	case unicode.IsUpper(chars[0]) && !strings.HasPrefix(title, "MPI"):
		return "starts with a capital"
	}
	return ""
}

type docPart struct{ name, text string }

// parts lists the fields that a complete documentation has.
func (d Doc) parts() []docPart {
	return []docPart{
		{"Title", d.Title}, {"Severity", d.Severity}, {"Why", d.Why}, {"Fix", d.Fix}, {"Before", d.Before},
		{"After", d.After}, {"Lang", d.Lang}, {"Quiet", d.Quiet}, {"Measured", d.Measured}, {"Since", d.Since},
	}
}
