package analyzers

import (
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"mpivet/dataflow/age"
	"mpivet/gofront"
	"mpivet/ir"
)

// lowered turns a package into ir and hands it on to its importers.
var lowered = &analysis.Analyzer{
	Name:       "mpivetir",
	Doc:        "lower a package to mpivet's intermediate representation",
	Run:        lower,
	ResultType: reflect.TypeFor[*program](),
	FactTypes:  []analysis.Fact{new(unitFact)},
}

// unitFact is the encoded ir of a package. Communicates says whether anything in it or below it calls MPI.
type unitFact struct {
	Data         []byte
	Communicates bool
}

// AFact marks unitFact as a fact.
func (*unitFact) AFact() {}

// String keeps facts short where drivers print them.
func (*unitFact) String() string { return "mpivet ir" }

// program is a package with all it depends on. Ages are worked out when the first rule asks for them.
type program struct {
	own          *ir.Unit
	ir           *ir.Program
	communicates bool
	ages         func() *age.Result
}

func lower(pass *analysis.Pass) (any, error) {
	if standard(pass) || len(pass.Files) == 0 {
		return &program{}, nil
	}
	cfg, err := configuration(pass)
	if err != nil {
		return nil, err
	}
	unit, err := gofront.Lower(&gofront.Package{
		Path: pass.Pkg.Path(), Types: pass.Pkg, Files: pass.Files, Info: pass.TypesInfo, Fset: pass.Fset,
	}, Tables(cfg))
	if err != nil {
		return nil, err
	}
	p := &program{own: unit, communicates: communicates(unit)}
	units := []*ir.Unit{unit}
	for _, f := range pass.AllPackageFacts() {
		fact, ok := f.Fact.(*unitFact)
		if !ok || f.Package == pass.Pkg {
			continue
		}
		p.communicates = p.communicates || fact.Communicates
		dep, err := decode(fact)
		if err != nil {
			return nil, err
		}
		units = append(units, dep)
	}
	data, err := ir.Encode(unit)
	if err != nil {
		return nil, err
	}
	pass.ExportPackageFact(&unitFact{Data: data, Communicates: p.communicates})
	p.ir = ir.NewProgram(units)
	p.ages = sync.OnceValue(func() *age.Result { return age.Analyse(p.ir) })
	return p, nil
}

// decode reads the unit of a dependency. Its functions count as those of a library: findings belong to the calls of them.
func decode(fact *unitFact) (*ir.Unit, error) {
	unit, err := ir.DecodeUnit(fact.Data)
	if err != nil {
		return nil, err
	}
	for _, f := range unit.Funcs {
		f.External = true
	}
	return unit, nil
}

func communicates(u *ir.Unit) bool {
	for _, f := range u.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Comm:
					return true
				case *ir.Acquire:
					if in.Kind == ir.Object {
						return true
					}
				}
			}
		}
	}
	return false
}

// standard reports whether the package is of the standard library, which tables describe.
func standard(pass *analysis.Pass) bool {
	if pass.Module != nil && pass.Module.Path != "" && pass.Module.Path != "std" {
		return false
	}
	if strings.HasPrefix(pass.Pkg.Path(), "command-line-arguments") {
		return false
	}
	return gofront.IsStandard(pass.Pkg.Path())
}
