"use strict";
(function () {
  const findings = Array.from(document.querySelectorAll(".finding"));
  const files = Array.from(document.querySelectorAll("section.file"));
  const form = document.getElementById("filter");
  const path = document.getElementById("path");
  const shown = document.getElementById("shown");
  form.hidden = false;

  function checked(name) {
    return new Set(Array.from(form.querySelectorAll(`input[name=${name}]:checked`), (box) => box.value));
  }

  function filter() {
    const rules = checked("rule");
    const severities = checked("severity");
    const text = path.value.trim().toLowerCase();
    let count = 0;
    for (const f of findings) {
      const fits = rules.has(f.dataset.rule) && severities.has(f.dataset.severity) &&
        f.dataset.path.toLowerCase().includes(text);
      f.hidden = !fits;
      if (fits) count++;
    }
    for (const s of files) {
      s.hidden = !s.querySelector(".finding:not([hidden])");
    }
    shown.textContent = count === findings.length ? `${count} findings` : `${count} of ${findings.length} findings`;
  }

  function move(step) {
    const list = findings.filter((f) => !f.hidden).map((f) => f.querySelector("summary"));
    if (list.length === 0) return;
    let at = list.indexOf(document.activeElement);
    at = at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + step, 0), list.length - 1);
    list[at].focus();
    list[at].scrollIntoView({ block: "nearest" });
  }

  function theme() {
    const root = document.documentElement;
    const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  }

  // A link to a finding opens it.
  function opened() {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === "DETAILS") target.open = true;
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (e) => e.preventDefault());
  document.getElementById("theme").addEventListener("click", theme);
  addEventListener("hashchange", opened);
  addEventListener("beforeprint", () => findings.forEach((f) => { f.open = true; }));
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = e.target.matches("input[type=search]");
    if (typing) {
      if (e.key === "Escape") e.target.blur();
      return;
    }
    const open = document.activeElement && document.activeElement.closest(".finding");
    switch (e.key) {
      case "/": path.focus(); break;
      case "j": move(1); break;
      case "k": move(-1); break;
      case "o": if (open) open.open = !open.open; break;
      case "t": theme(); break;
      default: return;
    }
    e.preventDefault();
  });
  filter();
  opened();
})();
