// Package chart draws what patterns of communication cost over the number of ranks, a line for each transport, as SVG.
package chart

import (
	"fmt"
	"html"
	"math"
	"sort"
	"strings"

	"mpivet/fabric"
)

// Sizes of the chart in its own units.
const (
	chartWidth  = 1180
	chartHeight = 470
	panelTop    = 104
	panelHeight = 290
	panelWidth  = 390
	leftPanel   = 84
	rightPanel  = 648
)

// samples is about how many numbers of ranks a line goes through.
const samples = 64

// Chart says what to draw.
type Chart struct {
	Title    string
	Machines []fabric.Machine // one for each transport; the numbers of ranks in them do not count
	Patterns []fabric.Pattern
	Ranks    []int // those that the chart marks; it spans at least these
}

// SVG draws memory per rank and queue pairs per node over the number of ranks. The picture needs nothing from elsewhere and
// follows the reader's choice of a light or a dark scheme.
func (c *Chart) SVG() string { return c.draw(chartStyle) }

// Inline is the picture for a page that brings the styles of its classes.
func (c *Chart) Inline() string { return c.draw("") }

func (c *Chart) draw(style string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="t d">`+"\n",
		chartWidth, chartHeight, chartWidth, chartHeight)
	fmt.Fprintf(&b, "<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n", html.EscapeString(c.Title), html.EscapeString(c.describe()))
	b.WriteString(style)
	fmt.Fprintf(&b, `<rect class="paper" width="%d" height="%d"/>`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, `<text class="title" x="24" y="36">%s</text>`+"\n", html.EscapeString(c.Title))
	b.WriteString(`<text class="soft" x="24" y="60">of the rank and the node that have most; points are the numbers of ranks that were asked for</text>` + "\n")
	curves := c.curves()
	c.panel(&b, leftPanel, "memory per rank", curves, memoryOf, c.memoryLimits(), memoryScale)
	c.panel(&b, rightPanel, "queue pairs per node", curves, qpsOf, c.qpLimits(), countScale)
	b.WriteString("</svg>\n")
	return b.String()
}

// on returns machine m with another number of ranks.
func on(m fabric.Machine, ranks int) fabric.Machine {
	m.Ranks, m.PPN = ranks, min(m.PPN, ranks)
	return m
}

// describe says in words what the chart shows.
func (c *Chart) describe() string {
	var parts []string
	for _, m := range c.Machines {
		for _, n := range c.Ranks {
			cost := on(m, n).CostOf(c.Patterns...)
			parts = append(parts, fmt.Sprintf("%s, %s: %s per rank, %s queue pairs per node", m.Transport.Name, ranks(n),
				fabric.Bytes(cost.RankBytes()), fabric.Count(cost.QPsPerNode)))
		}
	}
	return strings.Join(parts, "; ")
}

func ranks(n int) string {
	if n == 1 {
		return "1 rank"
	}
	return fmt.Sprintf("%d ranks", n)
}

const chartStyle = `<style>
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #24292f }
.title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 }
.soft, .tick { fill: #57606a } .tick { font-size: 11.5px } .end { text-anchor: end } .mid { text-anchor: middle }
.paper { fill: #ffffff } .frame { fill: none; stroke: #8c959f } .grid { stroke: #eaeef2 } .beyond { fill: #cf222e; opacity: .07 }
.limit { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 7 4 } .warn { stroke: #9a6700; stroke-width: 1.2; stroke-dasharray: 2 4 }
.tlimit, .twarn { font-size: 11.5px; paint-order: stroke; stroke: #ffffff; stroke-width: 3 }
.tlimit { fill: #cf222e } .twarn { fill: #9a6700 }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round } .over { stroke-dasharray: 10 10 } .leader { fill: none; stroke-width: 1; opacity: .6 }
.s0 { stroke: #0969da } .s1 { stroke: #1a7f37 } .s2 { stroke: #bc4c00 } .s3 { stroke: #8250df } .s4 { stroke: #bf3989 } .s5 { stroke: #0b7285 }
.p0 { fill: #0969da } .p1 { fill: #1a7f37 } .p2 { fill: #bc4c00 } .p3 { fill: #8250df } .p4 { fill: #bf3989 } .p5 { fill: #0b7285 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .soft, .tick { fill: #9198a1 } .paper { fill: #0d1117 } .frame { stroke: #656c76 } .grid { stroke: #21262d }
.beyond { fill: #ff7b72; opacity: .1 } .limit { stroke: #ff7b72 } .warn { stroke: #d29922 } .tlimit, .twarn { stroke: #0d1117 } .tlimit { fill: #ff7b72 } .twarn { fill: #d29922 }
.s0 { stroke: #58a6ff } .s1 { stroke: #3fb950 } .s2 { stroke: #f0883e } .s3 { stroke: #bc8cff } .s4 { stroke: #f778ba } .s5 { stroke: #56d4dd }
.p0 { fill: #58a6ff } .p1 { fill: #3fb950 } .p2 { fill: #f0883e } .p3 { fill: #bc8cff } .p4 { fill: #f778ba } .p5 { fill: #56d4dd }
}
</style>
`

// maxRanks bounds the numbers of ranks.
const maxRanks = 1 << 24

// colours is how many colours the style has.
const colours = 6

// curve is the cost over the number of ranks for one transport.
type curve struct {
	name  string
	ranks []int
	costs []fabric.Cost
	asked map[int]bool // the numbers of ranks that were asked for
}

// span returns the smallest and the largest number of ranks of the chart.
func (c *Chart) span() (low, high int) {
	low, high = c.Ranks[0], c.Ranks[0]
	for _, n := range c.Ranks {
		low, high = min(low, n), max(high, n)
	}
	if low == high { // one number: show some way around it
		low, high = max(low/8, 1), min(high*8, maxRanks)
	}
	if low == high {
		high++
	}
	return low, high
}

// curves samples the costs evenly on a logarithmic axis, at whole nodes where there is more than one, and where asked.
func (c *Chart) curves() []curve {
	low, high := c.span()
	asked := map[int]bool{}
	for _, n := range c.Ranks {
		asked[n] = true
	}
	var out []curve
	for _, m := range c.Machines {
		at := map[int]bool{low: true, high: true}
		for n := range asked {
			at[n] = true
		}
		for i := range samples {
			n := int(math.Round(float64(low) * math.Pow(float64(high)/float64(low), float64(i)/samples)))
			if n > m.PPN {
				n = n / m.PPN * m.PPN
			}
			if n >= low {
				at[n] = true
			}
		}
		line := curve{name: m.Transport.Name, asked: asked}
		for n := range at {
			line.ranks = append(line.ranks, n)
		}
		sort.Ints(line.ranks)
		for _, n := range line.ranks {
			line.costs = append(line.costs, on(m, n).CostOf(c.Patterns...))
		}
		out = append(out, line)
	}
	return out
}

func memoryOf(c fabric.Cost) float64 { return float64(c.RankBytes()) }
func qpsOf(c fabric.Cost) float64    { return float64(c.QPsPerNode) }

// limitLine is a limit to draw.
type limitLine struct {
	value float64
	text  string
	hard  bool // what lies above is beyond it
}

// kind is the class of the line.
func (l limitLine) kind() string {
	if l.hard {
		return "limit"
	}
	return "warn"
}

func (c *Chart) memoryLimits() []limitLine {
	m := c.Machines[0]
	text := "limit: " + fabric.Bytes(m.MemoryLimit()) + " per rank"
	if m.Memory > 0 {
		text = "a rank's share of " + fabric.Bytes(m.Memory)
	}
	return []limitLine{{float64(m.MemoryLimit()), text, true}}
}

func (c *Chart) qpLimits() []limitLine {
	most := c.Machines[0].MaxQP
	return []limitLine{
		{float64(most), "limit: the adapter's " + fabric.Count(most), true},
		{fabric.WarnShare * float64(most), "a tenth of it: runs have failed from here on", false},
	}
}
