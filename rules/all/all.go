// Package all lists the rules.
package all

import (
	"fmt"

	"mpivet/rules"
	"mpivet/rules/alltoall"
	"mpivet/rules/freshbuf"
	"mpivet/rules/heapchurn"
)

// list holds every rule, in the order in which they are shown. A new rule is a folder and a line here.
var list = []*rules.Rule{&freshbuf.Rule, &heapchurn.Rule, &alltoall.Rule}

func init() {
	if err := rules.Check(list); err != nil {
		panic(fmt.Sprintf("the list of rules is broken: %v", err))
	}
}

// Rules returns every rule.
func Rules() []*rules.Rule { return list }
