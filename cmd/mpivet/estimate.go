package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"mpivet/config"
	"mpivet/fabric"
	"mpivet/rules"
)

const estimateUsage = `mpivet estimate works out queue pairs and memory for patterns of communication. The peers of several patterns add up.

usage:
  mpivet estimate [flags]

The machine: of .mpivet.yaml gives the defaults of -ranks, -ppn, -transport, -max-qp and -memory.

flags:
`

// estimateOptions are the flags of estimate.
type estimateOptions struct {
	patterns   list
	ranks      list
	transports list
	ppn        int
	maxQP      int64
	memory     string
	from       string
	json       bool
	svg        string
	output     string
	verbose    bool
	config     string
}

func (o *estimateOptions) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("mpivet estimate", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Var(&o.patterns, "pattern", "`patterns` that a program has, separated by commas; -v lists them (default alltoall)")
	fs.Var(&o.ranks, "ranks", "`numbers` of processes, separated by commas (default 64,512,4096)")
	fs.Var(&o.transports, "transport", "`transports`, separated by commas, perhaps with settings, as in intel-dapl:I_MPI_DAPL_BUFFER_NUM=8; -v lists them (default rc,dc,ud)")
	fs.IntVar(&o.ppn, "ppn", 0, "`processes` on a node (default 32)")
	fs.Int64Var(&o.maxQP, "max-qp", 0, "`queue pairs` of a node's adapter (default 262144)")
	fs.StringVar(&o.memory, "memory", "", "a node's memory, a `size` such as 256GiB, of which a rank's share is its limit (default: a limit of 1 GiB per rank)")
	fs.StringVar(&o.from, "from", "", "take the patterns from the findings in this JSON `file`, made by mpivet -json -severity note")
	fs.BoolVar(&o.json, "json", false, "print one JSON object instead of a table")
	fs.StringVar(&o.svg, "svg", "", "draw memory per rank and queue pairs per node over the number of ranks into this `file`")
	fs.StringVar(&o.output, "o", "", "write the table or the JSON to this `file` instead of standard output")
	fs.BoolVar(&o.verbose, "v", false, "list the constants of the transports with their sources, the transports and the patterns")
	fs.StringVar(&o.config, "config", "", "configuration `file` (default: .mpivet.yaml in the working directory or its parents)")
	return fs
}

// estimate is the sub-command.
func estimate(args []string, stdout io.Writer) error {
	o := &estimateOptions{}
	fs := o.flagSet()
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			printFlags(stdout, estimateUsage, fs)
			return nil
		}
		return explainFlagError(fs, err)
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("estimate takes flags only, not %q; -from FILE reads findings", fs.Arg(0))
	}
	e, err := o.plan()
	if err != nil {
		return err
	}
	e.work()
	var out bytes.Buffer
	if o.json {
		err = e.writeJSON(&out)
	} else {
		err = e.writeTable(&out, o.verbose)
	}
	if err != nil {
		return fmt.Errorf("writing the estimate: %w", err)
	}
	if o.svg != "" {
		if err := os.WriteFile(o.svg, []byte(e.chart().SVG()), 0o644); err != nil {
			return fmt.Errorf("writing the chart to %s: %w", o.svg, reason(err))
		}
	}
	if o.output != "" {
		if err := os.WriteFile(o.output, out.Bytes(), 0o644); err != nil {
			return fmt.Errorf("writing the estimate to %s: %w", o.output, reason(err))
		}
		return nil
	}
	if _, err := stdout.Write(out.Bytes()); err != nil {
		return fmt.Errorf("writing the estimate: %w", reason(err))
	}
	return nil
}

// plan checks the flags, puts the configuration below them, and returns what is to be worked out.
func (o *estimateOptions) plan() (*estimation, error) {
	e := &estimation{}
	m, err := o.machine()
	if err != nil {
		return nil, err
	}
	if len(o.transports) == 0 {
		o.transports = list{"rc", "dc", "ud"}
	}
	for _, name := range o.transports {
		fm, err := fabric.NewMachine(m.Ranks, m.PPN, name, m.MaxQP)
		if err != nil {
			return nil, err
		}
		fm.PPN, fm.Memory = m.PPN, m.Memory
		e.machines = append(e.machines, fm)
	}
	if e.ranks, err = o.numbers(); err != nil {
		return nil, err
	}
	return e, o.choose(e)
}

// machine returns the flags over the configuration over the defaults; transports and ranks of the configuration become
// flags where these are missing.
func (o *estimateOptions) machine() (rules.Machine, error) {
	dir, err := os.Getwd()
	if err != nil {
		return rules.Machine{}, fmt.Errorf("finding the working directory: %w", err)
	}
	cfg, err := readConfig(o.config, dir)
	if err != nil {
		return rules.Machine{}, err
	}
	if len(o.transports) == 0 && cfg.Machine.Transport != "" {
		o.transports = list{cfg.Machine.Transport}
	}
	if len(o.ranks) == 0 && cfg.Machine.Ranks > 0 {
		o.ranks = list{strconv.Itoa(cfg.Machine.Ranks)}
	}
	flags := config.Machine{PPN: o.ppn, MaxQP: o.maxQP}
	if o.ppn < 0 || o.maxQP < 0 {
		return rules.Machine{}, errors.New("-ppn and -max-qp must be 1 or more")
	}
	if o.memory != "" {
		if flags.Memory, err = config.ParseSize(o.memory); err != nil {
			return rules.Machine{}, fmt.Errorf("-memory: %w", err)
		}
	}
	return flags.Over(cfg.Machine.Over(rules.DefaultMachine)), nil
}

// mostRanks bounds the numbers of processes.
const mostRanks = 1 << 24

func (o *estimateOptions) numbers() ([]int, error) {
	if len(o.ranks) == 0 {
		return []int{64, 512, 4096}, nil
	}
	var out []int
	for _, text := range o.ranks {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostRanks {
			return nil, fmt.Errorf("-ranks %q: it must be a whole number from 1 to %d", text, mostRanks)
		}
		out = append(out, n)
	}
	return out, nil
}

// choose fills in the patterns: those of -pattern and those that were found in a program.
func (o *estimateOptions) choose(e *estimation) error {
	if len(o.patterns) == 0 && o.from == "" {
		o.patterns = list{"alltoall"}
	}
	for _, name := range o.patterns {
		p, err := fabric.LookupPattern(strings.ToLower(name))
		if err != nil {
			return err
		}
		e.add(p)
	}
	if o.from != "" {
		return e.addFindings(o.from)
	}
	return nil
}
