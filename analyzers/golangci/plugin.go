// Package golangci makes the analyzers a module plugin of golangci-lint, under the name mpivet.
package golangci

import (
	"fmt"
	"strconv"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"mpivet/analyzers"
)

func init() { register.Plugin("mpivet", New) }

// Settings are what .golangci.yml can set; empty fields leave the defaults.
type Settings struct {
	Severity  string `json:"severity"` // lowest severity to report: note or warning
	Ranks     int    `json:"ranks"`
	PPN       int    `json:"ppn"`
	Transport string `json:"transport"`
}

// New makes the plugin.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, fmt.Errorf("settings of mpivet: %w", err)
	}
	return &plugin{s}, nil
}

type plugin struct{ settings Settings }

// BuildAnalyzers returns the analyzers with the settings applied.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	list := analyzers.All()
	values := map[string]string{"severity": p.settings.Severity, "transport": p.settings.Transport}
	if p.settings.Ranks != 0 {
		values["ranks"] = strconv.Itoa(p.settings.Ranks)
	}
	if p.settings.PPN != 0 {
		values["ppn"] = strconv.Itoa(p.settings.PPN)
	}
	for _, a := range list {
		for name, v := range values {
			if v == "" {
				continue
			}
			if err := a.Flags.Set(name, v); err != nil {
				return nil, fmt.Errorf("setting %s of mpivet: %w", name, err)
			}
		}
	}
	return list, nil
}

// GetLoadMode says that the analyzers need types.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
