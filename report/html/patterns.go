package html

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"mpivet/fabric"
	"mpivet/internal/chart"
	"mpivet/report"
)

// patternView is a pattern of the program.
type patternView struct {
	Name, Title, Order string
	Where              []link
	More               int // findings beyond Where
	LeftOut            string
	Cost               string
	Picture            template.HTML
}

type link struct{ ID, Text string }

// maxLinks is the number of findings that a pattern links to.
const maxLinks = 6

// chartTransports are the transports whose lines the chart shows beside the configured one.
var chartTransports = []string{"rc", "xrc", "dc", "ud"}

// patterns describes the patterns that were found, and draws what those over all ranks cost together.
func (m *maker) patterns(list []report.Finding) ([]patternView, template.HTML) {
	var out []patternView
	var costly []fabric.Pattern
	index := map[string]int{}
	for i := range list {
		f := &list[i]
		if f.Pattern == "" {
			continue
		}
		p, why := fabric.OfFinding(f.Pattern, f.Communicator, f.Peers)
		if why != "" {
			var err error
			if p, err = fabric.LookupPattern(f.Pattern); err != nil {
				continue
			}
		}
		key := p.Name + why
		at, known := index[key]
		if !known {
			at = len(out)
			index[key] = at
			out = append(out, m.pattern(p, why))
			if why == "" {
				costly = append(costly, p)
			}
		}
		out[at].add(link{fmt.Sprintf("f%d", i+1), report.Safe(fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line))})
	}
	if len(costly) == 0 || !m.known {
		return out, ""
	}
	return out, m.chart(costly)
}

func (v *patternView) add(l link) {
	if len(v.Where) == maxLinks {
		v.More++
		return
	}
	v.Where = append(v.Where, l)
}

func (m *maker) pattern(p fabric.Pattern, leftOut string) patternView {
	v := patternView{Name: p.Name, Title: p.Title, Order: p.Order, LeftOut: leftOut, Picture: drawing(p)}
	if leftOut == "" && m.known {
		c := m.machine.CostOf(p)
		v.Cost = fmt.Sprintf("%s peers, %s queue pairs and %s of queues for the rank that has most; %s queue pairs on its node",
			fabric.Count(c.Peers), fabric.Count(c.QPsPerRank), fabric.Bytes(c.QueueBytes), fabric.Count(c.QPsPerNode))
	}
	return v
}

// chart draws what the patterns cost together over the number of ranks.
func (m *maker) chart(patterns []fabric.Pattern) template.HTML {
	var names []string
	for _, p := range patterns {
		names = append(names, p.Name)
	}
	c := &chart.Chart{
		Title:    fmt.Sprintf("%s, %d ranks on a node", strings.Join(names, " + "), m.machine.PPN),
		Patterns: patterns, Ranks: []int{64, 512, 4096}, Machines: []fabric.Machine{m.machine},
	}
	if n := m.machine.Ranks; n != 64 && n != 512 && n != 4096 {
		c.Ranks = append(c.Ranks, n)
	}
	for _, name := range chartTransports {
		if name == m.machine.Transport.Name {
			continue
		}
		if other, err := fabric.NewMachine(m.machine.Ranks, m.machine.PPN, name, m.machine.MaxQP); err == nil {
			other.Memory = m.machine.Memory
			c.Machines = append(c.Machines, other)
		}
	}
	return template.HTML(c.Inline()) // made of figures and of names of package fabric, which the chart escapes
}

// picture draws who talks to whom in the pattern with that name of package fabric; nothing when there is none.
func picture(name string) template.HTML {
	p, err := fabric.LookupPattern(name)
	if name == "" || err != nil {
		return ""
	}
	return drawing(p)
}

// Sizes of the picture in its own units.
const (
	drawnRanks = 16
	drawnNode  = 4 // ranks of a node, which are drawn together
	drawnSize  = 150
	drawnRound = 60.0 // radius of the circle of ranks
	drawnGap   = 0.35 // angle between nodes beyond that between ranks, as a part of the latter
)

// drawing shows sixteen ranks on four nodes, a line between any two that talk. The lines of the rank that talks to most are
// strong.
func drawing(p fabric.Pattern) template.HTML {
	var faint, strong strings.Builder
	hub := p.Peers(0, drawnRanks)
	for rank := range drawnRanks {
		for _, peer := range p.Peers(rank, drawnRanks) {
			if rank == 0 || peer > rank {
				b := &faint
				if rank == 0 {
					b = &strong
				}
				x1, y1 := drawnAt(rank)
				x2, y2 := drawnAt(peer)
				fmt.Fprintf(b, `M%.1f %.1fL%.1f %.1f`, x1, y1, x2, y2)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="who" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="sixteen ranks on four nodes: rank 0 talks to %d of them">`,
		drawnSize, drawnSize, drawnSize, drawnSize, len(hub))
	fmt.Fprintf(&b, `<path class="edge" d="%s"/><path class="edge own" d="%s"/>`, faint.String(), strong.String())
	for rank := range drawnRanks {
		x, y := drawnAt(rank)
		class := "rank n" + string(rune('0'+rank/drawnNode))
		if rank == 0 {
			class += " zero"
		}
		fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="5"/>`, class, x, y)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) // figures only
}

// drawnAt is where a rank stands on the circle.
func drawnAt(rank int) (x, y float64) {
	const nodes = drawnRanks / drawnNode
	step := 2 * math.Pi / (drawnRanks + drawnGap*nodes)
	angle := (float64(rank)+drawnGap*float64(rank/drawnNode))*step - math.Pi/2
	return drawnSize/2 + drawnRound*math.Cos(angle), drawnSize/2 + drawnRound*math.Sin(angle)
}
