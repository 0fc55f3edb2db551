package age

import (
	"mpivet/ir"
)

// Count says what the number of elements of a message is, where that keeps the message small without being a constant.
type Count uint8

// What a message has an element for.
const (
	AnyCount Count = iota
	PerRank        // every rank of a communicator
	PerChar        // every character of a string
)

// counter tells what counts are.
type counter struct {
	prog   *ir.Program
	vars   map[*ir.Var][]countStore
	fields map[string][]countStore
	args   map[*ir.Var][]countStore // what calls pass for a parameter
	sizeOf map[*ir.Var]bool         // parameters through which a function returns the size of a communicator
}

// countStore is a value that a variable or a field gets.
type countStore struct {
	is  Count
	src ir.Expr // nil when is says all, or the value is unknown
}

func newCounter(prog *ir.Program) *counter {
	k := &counter{prog, map[*ir.Var][]countStore{}, map[string][]countStore{}, map[*ir.Var][]countStore{}, map[*ir.Var]bool{}}
	for more := true; more; { // wrappers of wrappers
		more = false
		k.eachCall(func(fn *ir.Func, in *ir.Call) {
			for _, e := range k.sizeArgs(fn, in) {
				if l, ok := e.(ir.Load); ok && len(l.Path.Sels) == 0 && l.Path.Root.Kind == ir.Param && !k.sizeOf[l.Path.Root] {
					k.sizeOf[l.Path.Root], more = true, true
				}
			}
		})
	}
	k.collect()
	return k
}

func (k *counter) eachCall(f func(*ir.Func, *ir.Call)) {
	for _, fn := range k.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*ir.Call); ok {
					f(fn, call)
				}
			}
		}
	}
}

// sizeArgs returns the arguments behind which a call leaves the size of a communicator.
func (k *counter) sizeArgs(fn *ir.Func, in *ir.Call) []ir.Expr {
	if len(in.Callees) == 1 && (in.Callees[0] == "MPI_Comm_size" || in.Callees[0] == "PMPI_Comm_size") && len(in.Args) == 2 {
		return in.Args[1:]
	}
	var out []ir.Expr
	for _, g := range k.prog.Targets(fn, in) {
		for i, p := range g.Params {
			if i < len(in.Args) && k.sizeOf[p] {
				out = append(out, in.Args[i])
			}
		}
	}
	return out
}

// collect notes every value that a variable, a field or a parameter gets.
func (k *counter) collect() {
	for _, fn := range k.prog.All {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				s := countStore{}
				switch in := in.(type) {
				case *ir.Assign:
					s.src = in.Src
				case *ir.Call:
					s.is = lengthCall(in)
				}
				eachDst(in, func(p ir.Path) { k.store(p, s) })
			}
		}
	}
	k.eachCall(func(fn *ir.Func, in *ir.Call) {
		for _, e := range k.sizeArgs(fn, in) {
			if addr, ok := e.(ir.Addr); ok {
				k.store(addr.Path, countStore{is: PerRank})
			}
		}
		for _, g := range k.prog.Targets(fn, in) {
			for i, p := range g.Params {
				if i < len(in.Args) {
					k.args[p] = append(k.args[p], countStore{src: in.Args[i]})
				}
			}
		}
	})
}

func (k *counter) store(p ir.Path, s countStore) {
	switch {
	case p.Root == nil:
	case len(p.Sels) == 0:
		k.vars[p.Root] = append(k.vars[p.Root], s)
	case p.Sels[len(p.Sels)-1].Kind == ir.Field:
		name := p.Sels[len(p.Sels)-1].Name
		k.fields[name] = append(k.fields[name], s)
	}
}

// lengthCall reports whether a call returns the length of a string.
func lengthCall(in *ir.Call) Count {
	if len(in.Callees) == 1 && (in.Callees[0] == "strlen" || in.Callees[0] == "strnlen") {
		return PerChar
	}
	return AnyCount
}

// of says what a number of elements is, give or take a constant.
func (k *counter) of(e ir.Expr, depth int) Count {
	if depth > 6 {
		return AnyCount
	}
	switch e := e.(type) {
	case ir.Bin:
		if _, ok := e.Y.(ir.Const); ok && (e.Op == "+" || e.Op == "-") {
			return k.of(e.X, depth+1)
		}
	case ir.CommSize:
		return PerRank
	case ir.Load:
		n := len(e.Path.Sels)
		switch {
		case n > 0 && e.Path.Sels[n-1].Kind == ir.Field:
			return k.all(k.fields[e.Path.Sels[n-1].Name], depth)
		case n > 0:
		case e.Path.Root.Kind == ir.Param:
			return k.all(append(k.vars[e.Path.Root], k.args[e.Path.Root]...), depth)
		default:
			return k.all(k.vars[e.Path.Root], depth)
		}
	}
	return AnyCount
}

// all returns what all of the values are, constants aside.
func (k *counter) all(list []countStore, depth int) Count {
	is := AnyCount
	for _, s := range list {
		x := s.is
		if s.src != nil {
			if _, ok := s.src.(ir.Const); ok {
				continue
			}
			x = k.of(s.src, depth+1)
		}
		if x == AnyCount || is != AnyCount && x != is {
			return AnyCount
		}
		is = x
	}
	return is
}
