package main

import (
	"fmt"
	"strings"

	"mpivet/fabric"
	"mpivet/internal/chart"
)

// estimation is what estimate works out: patterns on machines that differ in their transport and number of ranks.
type estimation struct {
	machines []fabric.Machine // one for each transport
	ranks    []int
	patterns []fabric.Pattern
	found    []foundPattern // with -from
	leftOut  []leftOut
	rows     []estimateRow
	limits   []fabric.Limits // one for each machine
}

type estimateRow struct {
	machine fabric.Machine
	cost    fabric.Cost
}

func (e *estimation) add(p fabric.Pattern) {
	for _, q := range e.patterns {
		if q.Name == p.Name {
			return
		}
	}
	e.patterns = append(e.patterns, p)
}

// on returns machine m with another number of ranks.
func on(m fabric.Machine, ranks int) fabric.Machine {
	m.Ranks, m.PPN = ranks, min(m.PPN, ranks)
	return m
}

func (e *estimation) work() {
	for _, m := range e.machines {
		for _, n := range e.ranks {
			at := on(m, n)
			e.rows = append(e.rows, estimateRow{at, at.CostOf(e.patterns...)})
		}
		e.limits = append(e.limits, m.LimitsOf(e.patterns...))
	}
}

// title names the patterns.
func (e *estimation) title() string {
	if len(e.patterns) == 0 {
		return "nothing that connects ranks"
	}
	var names []string
	for _, p := range e.patterns {
		names = append(names, p.Name)
	}
	return strings.Join(names, " + ")
}

// nodeBytes is the memory of queues and pools of the node that has most.
func (r estimateRow) nodeBytes() int64 {
	return r.cost.NodeBytes + int64(r.machine.PPN)*r.cost.FixedBytes
}

// share is the part of the adapter's queue pairs that a node takes.
func (r estimateRow) share() float64 { return float64(r.cost.QPsPerNode) / float64(r.machine.MaxQP) }

// verdict says in a word how near the limits it is.
func (r estimateRow) verdict() string {
	switch {
	case r.share() > 1 || r.cost.RankBytes() > r.machine.MemoryLimit():
		return "beyond"
	case r.machine.Heavy(r.cost):
		return "heavy"
	}
	return "ok"
}

// chart is the picture of it.
func (e *estimation) chart() *chart.Chart {
	return &chart.Chart{
		Title:    fmt.Sprintf("%s, %s on a node", e.title(), plural(e.machines[0].PPN, "rank")),
		Machines: e.machines, Patterns: e.patterns, Ranks: e.ranks,
	}
}
