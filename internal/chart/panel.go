package chart

import (
	"fmt"
	"html"
	"math"
	"sort"
	"strings"

	"mpivet/fabric"
)

// scale is a logarithmic axis of values: its base, the name of a tick, and the least value that is shown.
type scale struct {
	base  float64
	name  func(v float64) string
	least float64
}

var (
	memoryScale = scale{4, func(v float64) string { return fabric.Bytes(int64(v)) }, 1 << 20}
	countScale  = scale{10, func(v float64) string { return fabric.Count(int64(v)) }, 1}
)

// panel is one of the two plots: where it stands, and what its axes span.
type panel struct {
	left      float64
	low, high float64 // ranks
	from, to  float64 // values, powers of the scale's base
	scale     scale
	value     func(fabric.Cost) float64
}

func (p *panel) x(ranks float64) float64 {
	return p.left + panelWidth*math.Log(ranks/p.low)/math.Log(p.high/p.low)
}

func (p *panel) y(v float64) float64 {
	v = min(max(v, p.from), p.to)
	return panelTop + panelHeight*(1-math.Log(v/p.from)/math.Log(p.to/p.from))
}

// panel draws a plot with its axes, limits, lines and the lines' names.
func (c *Chart) panel(b *strings.Builder, left float64, head string, curves []curve, value func(fabric.Cost) float64, limits []limitLine, sc scale) {
	low, high := c.span()
	p := &panel{left: left, low: float64(low), high: float64(high), scale: sc, value: value}
	p.fit(curves, limits)
	fmt.Fprintf(b, `<text class="head" x="%.1f" y="%d">%s</text>`+"\n", left, panelTop-14, html.EscapeString(head))
	p.axes(b, c.Ranks)
	for _, l := range limits {
		p.limit(b, l)
	}
	for i, line := range curves {
		p.line(b, i, line, p.covers(curves[:i], line))
	}
	for _, l := range limits {
		fmt.Fprintf(b, `<text class="t%s" x="%.1f" y="%.1f">%s</text>`+"\n", l.kind(), p.left+6, p.y(l.value)-5, html.EscapeString(l.text))
	}
	p.names(b, curves)
}

// fit chooses the span of values: all lines, and all limits.
func (p *panel) fit(curves []curve, limits []limitLine) {
	from, to := math.Inf(1), 0.0
	for _, c := range curves {
		for _, cost := range c.costs {
			v := max(p.value(cost), p.scale.least)
			from, to = min(from, v), max(to, v)
		}
	}
	for _, l := range limits {
		to = max(to, l.value)
	}
	log := math.Log(p.scale.base)
	p.from = math.Pow(p.scale.base, math.Floor(math.Log(from)/log+1e-9))
	p.to = math.Pow(p.scale.base, math.Floor(math.Log(to)/log+1e-9)+1)
}

func (p *panel) axes(b *strings.Builder, asked []int) {
	bottom := float64(panelTop + panelHeight)
	for v := p.from; v <= p.to*1.001; v *= p.scale.base {
		y := p.y(v)
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/><text class="tick end" x="%.1f" y="%.1f">%s</text>`+"\n",
			p.left, y, p.left+panelWidth, y, p.left-7, y+4, p.scale.name(v))
	}
	last := math.Inf(-1)
	for _, n := range ticks(int(p.low), int(p.high), asked) {
		x := p.x(float64(n))
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%.1f"/>`, x, panelTop, x, bottom)
		if x-last >= 58 {
			fmt.Fprintf(b, `<text class="tick mid" x="%.1f" y="%.1f">%s</text>`, x, bottom+18, fabric.Count(int64(n)))
			last = x
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, `<rect class="frame" x="%.1f" y="%d" width="%d" height="%d"/>`+"\n", p.left, panelTop, panelWidth, panelHeight)
	fmt.Fprintf(b, `<text class="soft mid" x="%.1f" y="%.1f">ranks</text>`+"\n", p.left+panelWidth/2, bottom+42)
}

// ticks are the numbers of ranks that were asked for when they are few, else powers of two.
func ticks(low, high int, asked []int) []int {
	out := []int{}
	if len(asked) > 1 && len(asked) <= 7 {
		out = append(out, asked...)
		sort.Ints(out)
		return out
	}
	for n := 1; n <= high; n *= 2 {
		if n >= low {
			out = append(out, n)
		}
	}
	return out
}

func (p *panel) limit(b *strings.Builder, l limitLine) {
	y := p.y(l.value)
	if l.hard {
		fmt.Fprintf(b, `<rect class="beyond" x="%.1f" y="%d" width="%d" height="%.1f"/>`+"\n", p.left, panelTop, panelWidth, y-panelTop)
	}
	fmt.Fprintf(b, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", l.kind(), p.left, y, p.left+panelWidth, y)
}

// covers reports whether c would hide one of the lines that are drawn already.
func (p *panel) covers(drawn []curve, c curve) bool {
	for _, d := range drawn {
		same := true
		for k := range c.costs {
			same = same && math.Abs(p.y(p.value(c.costs[k]))-p.y(p.value(d.costs[k]))) < 1
		}
		if same {
			return true
		}
	}
	return false
}

// line draws one transport, dashed when it lies on another one. Where a value is below what the axis shows, as the 0 queue pairs within one node, the line lies
// on the axis.
func (p *panel) line(b *strings.Builder, i int, c curve, dashed bool) {
	var points []string
	for k, n := range c.ranks {
		points = append(points, fmt.Sprintf("%.1f,%.1f", p.x(float64(n)), p.y(p.value(c.costs[k]))))
	}
	over := ""
	if dashed {
		over = " over"
	}
	fmt.Fprintf(b, `<polyline class="line s%d%s" points="%s"/>`+"\n", i%colours, over, strings.Join(points, " "))
	for k, n := range c.ranks {
		if c.asked[n] {
			fmt.Fprintf(b, `<circle class="p%d" cx="%.1f" cy="%.1f" r="3.6"><title>%s: %s</title></circle>`+"\n", i%colours,
				p.x(float64(n)), p.y(p.value(c.costs[k])), html.EscapeString(c.name+", "+ranks(n)), p.scale.name(p.value(c.costs[k])))
		}
	}
}

// names writes the names of the lines beside their ends, apart where the ends are close.
func (p *panel) names(b *strings.Builder, curves []curve) {
	const apart = 16
	order := make([]int, len(curves))
	ends := make([]float64, len(curves))
	for i, c := range curves {
		order[i], ends[i] = i, p.y(p.value(c.costs[len(c.costs)-1]))
	}
	sort.SliceStable(order, func(i, j int) bool { return ends[order[i]] < ends[order[j]] })
	at := make([]float64, len(curves))
	y := math.Inf(-1)
	for _, i := range order {
		y = max(ends[i], y+apart)
		at[i] = y
	}
	if over := y - (panelTop + panelHeight); over > 0 { // push the crowd at the bottom up again
		bound := float64(panelTop + panelHeight)
		for k := len(order) - 1; k >= 0; k-- {
			at[order[k]] = min(at[order[k]], bound)
			bound = at[order[k]] - apart
		}
	}
	for i, c := range curves {
		x := p.left + panelWidth
		fmt.Fprintf(b, `<path class="leader s%d" d="M%.1f %.1fL%.1f %.1f"/><text class="p%d" x="%.1f" y="%.1f">%s<title>%s</title></text>`+"\n", i%colours,
			x+1, ends[i], x+14, at[i], i%colours, x+17, at[i]+4, html.EscapeString(shortName(c.name)), html.EscapeString(c.name))
	}
}

// shortName leaves of the settings behind a transport's name what the margin has room for.
func shortName(name string) string {
	const room = 19
	if len(name) <= room {
		return name
	}
	base, settings, _ := strings.Cut(name, ":")
	if _, value, ok := strings.Cut(settings, "="); ok && !strings.Contains(value, ":") && len(base)+len(value)+2 <= room {
		return base + " …" + value
	}
	return base + " …"
}
