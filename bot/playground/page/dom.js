// Makes elements: el("button.primary", { "data-x": 1, onclick }, ...children).

export function el(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const $ = (id) => document.getElementById(id);

const COLOURS = ["#5865f2", "#3ba55c", "#eb459e", "#faa61a", "#ed4245", "#00a8fc"];

export function avatar(user) {
  if (user.bot) return el("span.avatar.bot", { "aria-hidden": "true" }, "♠\uFE0E");
  const sum = [...nameOf(user).toLowerCase()].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const colour = COLOURS[sum % COLOURS.length];
  return el("span.avatar", { style: `background:${colour}`, "aria-hidden": "true" }, nameOf(user)[0]);
}

export const nameOf = (user) => user.global_name || user.name || user.username;

const ICONS = {
  forum: "M4 5h11v8H9l-4 3v-3H4zM17 9h3v8h-1v3l-4-3h-5v-2",
  save: "M12 3v11m-5-5 5 5 5-5M5 20h14",
  file: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
};

export function icon(name) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
  return template.content.firstChild;
}

// Arrow keys walk through the buttons of a list.
export function walkWithArrows(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...list.querySelectorAll("[role=option]")];
  const at = items.indexOf(document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}
