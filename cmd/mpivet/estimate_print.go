package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/tabwriter"

	"mpivet/fabric"
	"mpivet/report"
)

// writeTable prints what was worked out for a person.
func (e *estimation) writeTable(w io.Writer, verbose bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s on a node\n", e.title(), plural(e.machines[0].PPN, "rank"))
	e.origin(&b)
	b.WriteString("\n")
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := len("transport")
	for _, m := range e.machines {
		width = max(width, len(m.Transport.Name))
	}
	fmt.Fprintf(tw, "%-*s\tranks\tpeers\tremote\tQPs/rank\tQPs/node\tof adapter\tmemory/rank\tmemory/node\t\t\n", width, "transport")
	for _, r := range e.rows {
		c := r.cost
		fmt.Fprintf(tw, "%-*s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", width, r.machine.Transport.Name, count(r.machine.Ranks), fabric.Count(c.Peers), fabric.Count(c.Remote),
			fabric.Count(c.QPsPerRank), fabric.Count(c.QPsPerNode), percent(r.share()), fabric.Bytes(c.RankBytes()), fabric.Bytes(r.nodeBytes()), r.verdict())
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	b.WriteString("\n")
	for i, m := range e.machines {
		fmt.Fprintf(&b, "%s: %s\n", m.Transport.Name, limitText(m, e.limits[i]))
	}
	b.WriteString("\nheavy is above a tenth of the adapter's queue pairs, where runs have failed, or 1 GiB of a rank; beyond is above the limits\n")
	if verbose {
		e.details(&b)
	}
	_, err := io.WriteString(w, trailingBlanks.ReplaceAllString(b.String(), ""))
	return err
}

// trailingBlanks are what aligned columns leave at the ends of lines.
var trailingBlanks = regexp.MustCompile(`(?m) +$`)

// origin says where patterns come from and what was left out.
func (e *estimation) origin(b *strings.Builder) {
	if e.found == nil && e.leftOut == nil {
		for _, p := range e.patterns {
			fmt.Fprintf(b, "  %s: %s; peers: %s\n", p.Name, p.Title, p.Order)
		}
		return
	}
	for _, f := range e.found {
		fmt.Fprintf(b, "  %s: %s, first at %s; peers: %s\n", f.pattern.Name, plural(f.count, "finding"), report.Safe(f.at), f.pattern.Order)
	}
	for _, l := range e.leftOut {
		fmt.Fprintf(b, "  left out: %s %s\n", plural(l.count, "finding"), l.why)
	}
	b.WriteString("  patterns with a bounded number of peers (halos, rings) are no findings and come on top: add them with -pattern\n")
}

func count(n int) string { return fabric.Count(int64(n)) }

func percent(share float64) string {
	switch {
	case share == 0:
		return "0 %"
	case share < 0.01:
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// limitText says from how many ranks on the limits are passed.
func limitText(m fabric.Machine, l fabric.Limits) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s from %s ranks", what, count(n)))
		}
	}
	add(l.Warn, fmt.Sprintf("more than a tenth of the adapter's %s queue pairs", fabric.Count(m.MaxQP)))
	add(l.Adapter, "more than all of them")
	add(l.Memory, fmt.Sprintf("more than %s per rank", fabric.Bytes(m.MemoryLimit())))
	if len(parts) == 0 {
		return "no limit is passed up to 4 million ranks"
	}
	return strings.Join(parts, ", ")
}

// details lists the constants of the transports, and what else can be asked for.
func (e *estimation) details(b *strings.Builder) {
	for _, m := range e.machines {
		t := m.Transport
		fmt.Fprintf(b, "\n%s, %s\n", t.Name, t.Title)
		for _, c := range t.Constants {
			mark := ""
			if c.Unsure {
				mark = " [?]"
			}
			fmt.Fprintf(b, "  %s: %s (%s%s)\n", c.Name, c.Value, c.Source, mark)
		}
		if text := fabric.KnobText(fabric.Connections, t); text != "" {
			fmt.Fprintf(b, "  settings: %s\n", text)
		}
	}
	fmt.Fprintf(b, "\ntransports: %s\n\npatterns:\n", strings.Join(fabric.Names(), ", "))
	for _, p := range fabric.Patterns {
		fmt.Fprintf(b, "  %-10s %s; peers: %s\n", p.Name, p.Title, p.Order)
	}
}

type estimateJSON struct {
	Version     int                 `json:"version"`
	Patterns    []string            `json:"patterns"`
	PPN         int                 `json:"ppn"`
	MaxQP       int64               `json:"maxQP"`
	MemoryLimit int64               `json:"memoryLimitPerRank"`
	Rows        []estimateRowJSON   `json:"rows"`
	Limits      []estimateLimitJSON `json:"limits"`
	LeftOut     []leftOutJSON       `json:"leftOut"`
}

type estimateRowJSON struct {
	Transport    string  `json:"transport"`
	Ranks        int     `json:"ranks"`
	Peers        int64   `json:"peers"`
	Remote       int64   `json:"remotePeers"`
	QPsPerRank   int64   `json:"queuePairsPerRank"`
	QPsPerNode   int64   `json:"queuePairsPerNode"`
	AdapterShare float64 `json:"adapterShare"`
	QueueBytes   int64   `json:"queueBytesPerRank"`
	RankBytes    int64   `json:"bytesPerRank"`
	NodeBytes    int64   `json:"bytesPerNode"`
	Verdict      string  `json:"verdict"` // ok, heavy or beyond
}

// estimateLimitJSON holds the numbers of ranks from which limits are passed, 0 for never.
type estimateLimitJSON struct {
	Transport string `json:"transport"`
	Warn      int    `json:"tenthOfAdapter"`
	Adapter   int    `json:"adapter"`
	Memory    int    `json:"memory"`
}

type leftOutJSON struct {
	Count int    `json:"count"`
	Why   string `json:"why"`
}

// writeJSON prints what was worked out for programs: sizes in bytes.
func (e *estimation) writeJSON(w io.Writer) error {
	first := e.machines[0]
	out := estimateJSON{Version: 1, Patterns: []string{}, PPN: first.PPN, MaxQP: first.MaxQP, MemoryLimit: first.MemoryLimit(), LeftOut: []leftOutJSON{}}
	for _, p := range e.patterns {
		out.Patterns = append(out.Patterns, p.Name)
	}
	for _, r := range e.rows {
		c := r.cost
		out.Rows = append(out.Rows, estimateRowJSON{r.machine.Transport.Name, r.machine.Ranks, c.Peers, c.Remote, c.QPsPerRank, c.QPsPerNode,
			r.share(), c.QueueBytes, c.RankBytes(), r.nodeBytes(), r.verdict()})
	}
	for i, m := range e.machines {
		l := e.limits[i]
		out.Limits = append(out.Limits, estimateLimitJSON{m.Transport.Name, l.Warn, l.Adapter, l.Memory})
	}
	for _, l := range e.leftOut {
		out.LeftOut = append(out.LeftOut, leftOutJSON{l.count, l.why})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
