// Discord's select menus: a button that opens a list, for one choice or several.

import { el, walkWithArrows } from "./dom.js";
import { emoji } from "./markdown.js";

const USER = 5, CHANNEL = 8;

export function optionsOf(component, store) {
  if (component.type === USER) {
    return [...store.people.values()].map((p) => ({ label: p.name, value: p.id }));
  }
  if (component.type === CHANNEL) {
    const chosen = (component.default_values ?? []).map((each) => each.id);
    return store.channels.map((c) => ({ label: `#${c.name}`, value: c.id, default: chosen.includes(c.id) }));
  }
  return component.options ?? [];
}

// `chosen(values)` is called when the list closes with a choice made.
export function select(component, store, chosen) {
  const options = optionsOf(component, store);
  const most = component.max_values ?? 1;
  let values = options.filter((option) => option.default).map((option) => option.value);
  const label = el("span.select-value");
  const face = el("button.select-face", {
    type: "button", "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-label": component.placeholder || "Make a selection", disabled: component.disabled,
  }, label, el("span.chevron", { "aria-hidden": "true" }));
  const list = el("div.select-list", { role: "listbox", "aria-multiselectable": most > 1 ? "true" : null, hidden: true });
  const root = el("div.select", { "data-custom-id": component.custom_id }, face, list);

  const show = () => {
    const names = options.filter((o) => values.includes(o.value)).map((o) => o.label);
    label.textContent = names.join(", ") || component.placeholder || "Make a selection";
    label.classList.toggle("empty", !names.length);
    for (const row of list.children) row.setAttribute("aria-selected", values.includes(row.dataset.value));
  };
  const close = (changed) => {
    if (list.hidden) return;
    list.hidden = true;
    face.setAttribute("aria-expanded", "false");
    if (changed) chosen(values);
  };
  const pick = (value) => {
    if (most === 1) { values = [value]; show(); close(true); face.focus(); return; }
    const fewer = values.filter((v) => v !== value);
    values = fewer.length < values.length ? fewer : [...values, value].slice(-most);
    show();
  };
  list.append(...options.map((option) => row(option, () => pick(option.value))));
  face.addEventListener("click", () => {
    if (!list.hidden) return close(most > 1);
    list.hidden = false;
    face.setAttribute("aria-expanded", "true");
    list.querySelector("[role=option]")?.focus();
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.stopPropagation(); event.preventDefault(); close(false); face.focus(); }
    else if (!list.hidden) walkWithArrows(list, event);
  });
  root.addEventListener("focusout", (event) => {
    if (!root.contains(event.relatedTarget)) close(most > 1);
  });
  show();
  return root;
}

function row(option, pick) {
  return el("button.option", { type: "button", role: "option", "data-value": option.value, onclick: pick },
    option.emoji ? emoji(option.emoji) : null,
    el("span", {}, el("span.option-label", {}, option.label),
      option.description ? el("span.option-note", {}, option.description) : null));
}
