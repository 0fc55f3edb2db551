package report

// The parts of a SARIF log that mpivet writes, named as in the standard.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool            `json:"tool"`
	Invocation []sarifInvocation    `json:"invocations"`
	Bases      map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind string               `json:"columnKind"`
	Results    []sarifResult        `json:"results"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	SemanticVersion string      `json:"semanticVersion"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Short      sarifText       `json:"shortDescription"`
	Full       sarifText       `json:"fullDescription"`
	Help       sarifHelp       `json:"help"`
	Default    sarifDefault    `json:"defaultConfiguration"`
	Properties sarifProperties `json:"properties"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifDefault struct {
	Level string `json:"level"`
}

type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	Successful bool          `json:"executionSuccessful"`
	Notices    []sarifNotice `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotice struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifResult struct {
	RuleID        string             `json:"ruleId"`
	Index         *int               `json:"ruleIndex,omitempty"`
	Level         string             `json:"level"`
	Message       sarifText          `json:"message"`
	Locations     []sarifLocation    `json:"locations"`
	Related       []sarifLocation    `json:"relatedLocations,omitempty"`
	Flows         []sarifFlow        `json:"codeFlows,omitempty"`
	Fingerprints  map[string]string  `json:"partialFingerprints"`
	BaselineState string             `json:"baselineState,omitempty"`
	Suppressions  []sarifSuppression `json:"suppressions,omitempty"`
	Fixes         []sarifFix         `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       *int           `json:"id,omitempty"`
	Physical sarifPlace     `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPlace struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

type sarifFlow struct {
	Threads []sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Steps []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location sarifLocation `json:"location"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

type sarifFix struct {
	Message sarifText     `json:"description"`
	Changes []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  *sarifRegion `json:"deletedRegion"`
	Inserted sarifText    `json:"insertedContent"`
}
