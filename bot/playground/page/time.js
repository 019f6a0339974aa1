// Timestamps as Discord writes them; relative ones count while one looks.

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function relative(seconds) {
  const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  const amount = Math.trunc(seconds / size);
  return amount === 0 && seconds <= 0 ? "just now" : format.format(amount, unit);
}

export function timestamp(unix, style) {
  const moment = new Date(unix * 1000);
  const node = document.createElement("time");
  node.className = "timestamp";
  node.dateTime = moment.toISOString();
  node.title = moment.toLocaleString("en", STYLES.F);
  node.textContent = style === "R"
    ? relative(unix - Date.now() / 1000)
    : moment.toLocaleString("en", STYLES[style] ?? STYLES.f);
  if (style === "R") node.dataset.relative = unix;
  return node;
}

export function clock(iso) {
  const moment = new Date(iso);
  const time = moment.toLocaleTimeString("en", { timeStyle: "short" });
  return moment.toDateString() === new Date().toDateString()
    ? time : `${moment.toLocaleDateString("en", { dateStyle: "short" })}, ${time}`;
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(node.dataset.relative - Date.now() / 1000);
    if (node.textContent !== text) node.textContent = text;
  }
}, 500);
