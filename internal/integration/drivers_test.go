package integration

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"mpivet/analyzers"
	"mpivet/analyzers/alltoall"
	"mpivet/analyzers/freshbuf"
	"mpivet/analyzers/heapchurn"
)

func TestGoVet(t *testing.T) {
	dir := project(t, module, map[string]string{"app.go": solverGo})
	status, out := run(t, dir, environ(), "sh", "-e", "-c", block(t, "## Go's drivers", "sh", 0))
	if status != 1 || !strings.Contains(out, `app.go:8:10: buffer "row"`) {
		t.Errorf("status %d\n%s", status, out)
	}
}

// driver is what golangci-lint's own main does with a module plugin: the package registers itself when it is imported.
const driver = `package main

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis/multichecker"

	_ "IMPORT"
)

func main() {
	newPlugin, err := register.GetPlugin("mpivet")
	if err != nil {
		panic(err)
	}
	p, err := newPlugin(map[string]any{"severity": "warning", "ranks": 4096, "ppn": 64, "transport": "rc"})
	if err != nil {
		panic(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		panic(err)
	}
	multichecker.Main(list...)
}
`

// TestGolangci compiles the plugin into a driver as golangci-lint custom does, from the module and the path that the
// documentation names, and runs it.
func TestGolangci(t *testing.T) {
	var custom struct {
		Plugins []struct{ Module, Import, Path string }
	}
	decode(t, block(t, "### golangci-lint", "yaml", 0), &custom)
	plugin := custom.Plugins[0]
	mod := regexp.MustCompile(`(?m)^module .*$`).ReplaceAllString(read(t, filepath.Join(root, "go.mod")), "module driver")
	mod += "\nrequire " + plugin.Module + " v0.0.0\n\nreplace " + plugin.Module + " => " + root + "\n"
	dir := project(t, map[string]string{
		"main.go": strings.ReplaceAll(driver, "IMPORT", plugin.Import), "go.mod": mod, "go.sum": read(t, filepath.Join(root, "go.sum")),
	})
	must(t, dir, "go", "build", "-mod=mod", "-o", "driver", ".")
	app := project(t, module, map[string]string{"app.go": solverGo})
	status, out := run(t, app, environ(), filepath.Join(dir, "driver"), "./...")
	if status == 0 || !strings.Contains(out, `app.go:8:10: buffer "row"`) {
		t.Errorf("status %d\n%s", status, out)
	}

	var lint struct {
		Linters struct {
			Enable   []string
			Settings struct {
				Custom map[string]struct {
					Type     string
					Settings map[string]any
				}
			}
		}
	}
	decode(t, block(t, "### golangci-lint", "yaml", 1), &lint)
	if c := lint.Linters.Settings.Custom["mpivet"]; c.Type != "module" || len(c.Settings) != 4 || lint.Linters.Enable[0] != "mpivet" {
		t.Errorf("%+v", lint)
	}
}

// TestNogo: each package that the documentation lists has the variable that nogo looks for, and together they are all rules.
func TestNogo(t *testing.T) {
	packages := map[string]*analysis.Analyzer{
		"alltoall": alltoall.Analyzer, "freshbuf": freshbuf.Analyzer, "heapchurn": heapchurn.Analyzer,
	}
	text := block(t, "### Bazel", "starlark", 0)
	for _, a := range analyzers.All() {
		if packages[a.Name] != a {
			t.Errorf("package analyzers/%s does not hold the analyzer", a.Name)
		}
		if !strings.Contains(text, `"@mpivet//analyzers/`+a.Name+`"`) {
			t.Errorf("docs/CI.md does not list %s", a.Name)
		}
	}
}
