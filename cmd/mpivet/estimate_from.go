package main

import (
	"encoding/json"
	"fmt"
	"os"

	"mpivet/fabric"
)

// foundPattern is a pattern of a program with where it was found first.
type foundPattern struct {
	pattern fabric.Pattern
	count   int
	at      string
}

// leftOut is why some findings do not count.
type leftOut struct {
	count int
	why   string
}

// findingsFile is what addFindings reads of a report.
type findingsFile struct {
	Version  int `json:"version"`
	Findings *[]struct {
		Rule         string `json:"rule"`
		File         string `json:"file"`
		Line         int    `json:"line"`
		Peers        string `json:"peers"`
		Pattern      string `json:"pattern"`
		Communicator string `json:"communicator"`
	} `json:"findings"`
}

// addFindings adds the patterns that a report of mpivet -json holds.
func (e *estimation) addFindings(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the findings in %s: %w", path, reason(err))
	}
	var in findingsFile
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("reading the findings in %s: %w", path, err)
	}
	if in.Version != 1 || in.Findings == nil {
		return fmt.Errorf("%s is no report of mpivet -json", path)
	}
	for _, f := range *in.Findings {
		if f.Rule != "alltoall" {
			continue
		}
		p, why := fabric.OfFinding(f.Pattern, f.Communicator, f.Peers)
		if why != "" {
			e.leave(why)
			continue
		}
		e.add(p)
		e.find(p, fmt.Sprintf("%s:%d", f.File, f.Line))
	}
	return nil
}

func (e *estimation) find(p fabric.Pattern, at string) {
	for i := range e.found {
		if e.found[i].pattern.Name == p.Name {
			e.found[i].count++
			return
		}
	}
	e.found = append(e.found, foundPattern{p, 1, at})
}

func (e *estimation) leave(why string) {
	for i := range e.leftOut {
		if e.leftOut[i].why == why {
			e.leftOut[i].count++
			return
		}
	}
	e.leftOut = append(e.leftOut, leftOut{1, why})
}
