// Modals: a dialog with labelled fields, submitted to the bot.

import { $, el } from "./dom.js";
import { markdown } from "./markdown.js";
import { optionsOf, select } from "./select.js";

const ROW = 1, TEXT_INPUT = 4, TEXT = 10, LABEL = 18, RADIO = 21, CHECKBOXES = 22, CHECKBOX = 23;

export function openModal(modal, interaction, store, act) {
  const dialog = $("modal");
  const values = {};
  const failure = el("p.failure", { role: "alert" });
  const close = () => dialog.close();
  const submit = async (event) => {
    event.preventDefault();
    const result = await act("submit", { interaction, values });
    if (result.ok) close();
    else failure.textContent = result.error ?? "Something went wrong. Try again.";
  };
  dialog.dataset.customId = modal.custom_id;
  dialog.replaceChildren(el("form", { onsubmit: submit },
    el("header", {}, el("h2", { id: "modal-title" }, modal.title),
      el("button.close", { type: "button", "aria-label": "Close", onclick: close }, "✕")),
    el("div.fields", {}, modal.components.map((part) => field(part, values, store)), failure),
    el("footer", {}, el("button.button.secondary", { type: "button", onclick: close }, "Cancel"),
      el("button.button.primary", { type: "submit" }, "Submit"))));
  dialog.showModal();
}

function field(part, values, store) {
  if (part.type === TEXT) return markdown(part.content, store);
  const control = part.type === LABEL ? part.component : part.type === ROW ? part.components[0] : part;
  const title = part.label ?? control.label ?? "";
  const needed = control.required ?? control.type !== CHECKBOX;
  const set = (value) => { values[control.custom_id] = value; };
  return el("label.field", { "data-custom-id": control.custom_id },
    el("span.field-title", {}, title, needed ? el("span.needed", { "aria-hidden": "true" }, " *") : null),
    part.description ? el("span.field-note", {}, part.description) : null,
    input(control, needed, title, set, store));
}

function input(control, needed, title, set, store) {
  const { type } = control;
  if (type === TEXT_INPUT) return textInput(control, needed, set);
  if (type === CHECKBOX) {
    set(control.default ?? false);
    return el("input", { type: "checkbox", checked: control.default, onchange: (e) => set(e.target.checked) });
  }
  if (type === RADIO || type === CHECKBOXES) return boxes(control, set);
  const preset = optionsOf(control, store).filter((o) => o.default).map((o) => o.value);
  if (preset.length) set(preset);
  return select({ ...control, placeholder: control.placeholder || title }, store, set);
}

function textInput(control, needed, set) {
  const attributes = {
    name: control.custom_id, placeholder: control.placeholder, required: needed,
    minlength: control.min_length, maxlength: control.max_length ?? 4000,
    oninput: (event) => set(event.target.value),
  };
  if (control.value) set(control.value);
  if (control.style === 2) return el("textarea", { ...attributes, rows: 4 }, control.value ?? "");
  return el("input", { ...attributes, type: "text", value: control.value });
}

function boxes(control, set) {
  const one = control.type === RADIO;
  const chosen = new Set((control.options ?? []).filter((o) => o.default).map((o) => o.value));
  const tell = () => set(one ? [...chosen][0] ?? null : [...chosen]);
  const toggle = (value, on) => {
    if (one) chosen.clear();
    if (on) chosen.add(value); else chosen.delete(value);
    tell();
  };
  tell();
  return el("span.boxes", {}, (control.options ?? []).map((option) => el("label.box", {},
    el("input", {
      type: one ? "radio" : "checkbox", name: control.custom_id, checked: option.default,
      onchange: (event) => toggle(option.value, event.target.checked),
    }), option.label)));
}
