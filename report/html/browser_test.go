package html

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"mpivet/report"
)

// browser opens pages in headless Chromium and notes what leaves them.
type browser struct {
	ctx      context.Context
	mu       sync.Mutex
	requests []string
	dialogs  int
}

// open starts Chromium with the page; the test is skipped where there is none.
func open(t *testing.T, text []byte) *browser {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && program == "" {
			program = found
		}
	}
	if program == "" {
		t.Skip("no Chromium here: the report is not looked at in a browser (apt-get install chromium)")
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1280, 1000), chromedp.WSURLReadTimeout(90*time.Second))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stopTab := chromedp.NewContext(ctx)
	t.Cleanup(stopTab)
	ctx, stopClock := context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(stopClock)
	b := &browser{ctx: ctx}
	chromedp.ListenTarget(ctx, b.note)
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate("file://"+file), chromedp.WaitReady("footer")); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *page.EventJavascriptDialogOpening:
		b.dialogs++
	}
}

// eval runs a script in the page and returns its number.
func (b *browser) eval(t *testing.T, script string) int {
	t.Helper()
	var out int
	if err := chromedp.Run(b.ctx, chromedp.Evaluate(script, &out)); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return out
}

// keys presses keys as a keyboard does: what the page refuses of a key's press does not become text.
func (b *browser) keys(t *testing.T, keys string) {
	t.Helper()
	for _, r := range keys {
		down := input.DispatchKeyEvent(input.KeyDown).WithKey(string(r)).WithText(string(r))
		up := input.DispatchKeyEvent(input.KeyUp).WithKey(string(r))
		if err := chromedp.Run(b.ctx, down, up); err != nil {
			t.Fatal(err)
		}
	}
}

const countShown = `Array.from(document.querySelectorAll(".finding")).filter(f => f.offsetParent).length`

func TestFilters(t *testing.T) {
	b := open(t, write(t, "testdata", sample(), report.Options{}))
	click := func(selector string) {
		t.Helper()
		if err := chromedp.Run(b.ctx, chromedp.Click(selector, chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
	}
	shown := func(want int, after string) {
		t.Helper()
		if got := b.eval(t, countShown); got != want {
			t.Errorf("%s: %d findings are shown, want %d", after, got, want)
		}
	}
	shown(3, "at first")
	click(`input[value=freshbuf]`)
	shown(2, "without freshbuf")
	click(`input[value=note]`)
	shown(1, "without notes")
	click(`input[value=freshbuf]`)
	click(`input[value=note]`)
	shown(3, "with all again")
	b.keys(t, "/")
	b.keys(t, "GRID::s")
	var typed string
	if err := chromedp.Run(b.ctx, chromedp.Value("#path", &typed)); err != nil || typed != "GRID::s" {
		t.Errorf("the field holds %q, %v", typed, err)
	}
	shown(1, "with a path")
	if n := b.eval(t, `document.querySelectorAll("section.file:not([hidden])").length`); n != 1 {
		t.Errorf("%d files are shown, want 1", n)
	}
	b.noRequests(t)
}

func TestKeyboard(t *testing.T) {
	b := open(t, write(t, "testdata", sample(), report.Options{}))
	at := `Array.from(document.querySelectorAll(".finding summary")).indexOf(document.activeElement)`
	for _, c := range []struct {
		key  string
		want int
	}{{"j", 0}, {"j", 1}, {"j", 2}, {"j", 2}, {"k", 1}} {
		b.keys(t, c.key)
		if got := b.eval(t, at); got != c.want {
			t.Errorf("after %s finding %d has the focus, want %d", c.key, got, c.want)
		}
	}
	opened := `Number(document.querySelectorAll(".finding")[1].open)`
	if b.keys(t, "o"); b.eval(t, opened) != 0 {
		t.Error("o does not close a finding")
	}
	if b.keys(t, "o"); b.eval(t, opened) != 1 {
		t.Error("o does not open a finding")
	}
	dark := `Number(getComputedStyle(document.body).backgroundColor === "rgb(21, 27, 35)")`
	before := b.eval(t, dark)
	if b.keys(t, "t"); b.eval(t, dark) == before {
		t.Error("t does not change between light and dark")
	}
}

// TestHostile shows findings whose every name tries to become part of the page.
func TestHostile(t *testing.T) {
	const attack = `"><img src=x onerror=alert(1)><script>document.title='taken'</script></script><svg onload=alert(2)>{{.}}` + "\u202e\x1b[31m"
	dir := t.TempDir()
	name := `<img src=x onerror=alert(3)>.c`
	source := "int x; // </pre></td></table>" + attack + "\nf(\"" + attack + "\");\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	list := sample()
	for i := range list {
		f := &list[i]
		f.Pos.File, f.Pos.Line, f.Function, f.Message, f.Cost, f.Advice, f.Buffer = name, 1, attack, attack, attack, attack, attack
		for j := range f.Related {
			f.Related[j].Pos.File, f.Related[j].Pos.Line, f.Related[j].Func, f.Related[j].Message = name, 2, attack, attack
		}
	}
	list[0].Fixes = []report.Fix{{Message: attack, Edits: []report.Edit{{Pos: at(name, 2, 1, 1), NewText: attack}}}}
	text := write(t, dir, list, report.Options{})
	if strings.ContainsAny(string(text), "\u202e\x1b") {
		t.Error("characters that change how text is shown reach the page")
	}
	b := open(t, text)
	for script, want := range map[string]int{
		`document.querySelectorAll("img, [onerror], [onload]").length`:            0,
		`document.scripts.length`:                                                 1,
		`Number(document.title.startsWith("mpivet:"))`:                            1,
		`document.querySelectorAll("section.rules, footer, section.file").length`: 3,
		countShown: 3,
	} {
		if got := b.eval(t, script); got != want {
			t.Errorf("%s is %d, want %d", script, got, want)
		}
	}
	if b.dialogs > 0 {
		t.Error("a script of the project ran")
	}
	b.noRequests(t)
}

// TestPolicy puts a picture and a script into the page, as markup that slipped through would: neither is fetched or run.
func TestPolicy(t *testing.T) {
	b := open(t, write(t, "testdata", sample(), report.Options{}))
	b.eval(t, `document.body.insertAdjacentHTML("beforeend", "<img src='http://127.0.0.1:9/x.png'><a onclick='document.title=1' id=evil>x</a>"),
		document.getElementById("evil").click(), 0`)
	script := `new Promise(done => { addEventListener("securitypolicyviolation", () => done(1));
		document.body.insertAdjacentHTML("beforeend", "<img src='http://127.0.0.1:9/y.png'>") })`
	var violated int
	if err := chromedp.Run(b.ctx, chromedp.Evaluate(script, &violated, awaitPromise)); err != nil {
		t.Fatal(err)
	}
	if b.eval(t, `Number(document.title === "1")`) != 0 {
		t.Error("a handler in the markup ran")
	}
}

// noRequests checks that nothing but the page itself was asked for.
func (b *browser) noRequests(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.requests) != 1 || !strings.HasSuffix(b.requests[0], "/report.html") {
		t.Errorf("requests: %q, want the page alone", b.requests)
	}
}

func awaitPromise(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
