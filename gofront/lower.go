package gofront

import (
	"errors"

	"mpivet/ir"
)

// Lower lowers one package that somebody else has parsed and type-checked: p.Info must have the tables of NewInfo, and the
// files no type errors. What the packages it imports do is not known, except through the tables of this package and those given, which may be nil.
func Lower(p *Package, tables *Tables) (*ir.Unit, error) {
	if tables.binding(p.Path) != nil {
		return &ir.Unit{Name: p.Path, Lang: ir.Go}, nil
	}
	pr := newProgram(p.Fset, []*Package{p}, tables)
	pr.lower()
	var errs []error
	for _, f := range pr.faults {
		errs = append(errs, errors.New(f.File+": "+f.First))
	}
	return pr.pkgs[0].out, errors.Join(errs...)
}
