// Message components, old and new, as real controls.

import { el, icon } from "./dom.js";
import { emoji, markdown } from "./markdown.js";
import { select } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// `press(component, values, node)` is called for what a person does.
export function components(list, store, press) {
  return list.map((component) => MAKE[component.type]?.(component, store, press) ?? null);
}

const MAKE = {
  1: (row, ...rest) => el("div.row", { "data-buttons": row.components.length }, components(row.components, ...rest)),
  2: button,
  3: choice, 5: choice, 6: choice, 7: choice, 8: choice,
  9: (section, ...rest) => el("div.section", {},
    el("div.section-text", {}, components(section.components, ...rest)),
    components([section.accessory], ...rest)),
  10: (text, store) => markdown(text.content, store),
  11: (thumbnail) => picture(thumbnail, "thumbnail"),
  12: (gallery) => el("div.gallery", { "data-items": gallery.items.length }, gallery.items.map((i) => picture(i, "picture"))),
  13: (file) => download({ filename: file.name, size: file.size, url: file.file.url }),
  14: (line) => el(`hr.spacing-${line.spacing ?? 1}`, line.divider === false ? { "data-plain": true } : {}),
  17: container,
};

function container(component, ...rest) {
  const accent = component.accent_color;
  const style = accent === null || accent === undefined ? null : `--accent:#${accent.toString(16).padStart(6, "0")}`;
  return el(style ? "div.container.accented" : "div.container", { style }, components(component.components, ...rest));
}

function button(component, store, press) {
  const face = [
    component.emoji ? el("span", { "aria-hidden": component.label ? "true" : null }, emoji(component.emoji)) : null,
    component.label ? el("span.label", {}, component.label) : null,
  ];
  if (component.style === 5) {
    return el("a.button.link", { href: component.url, target: "_blank", rel: "noreferrer" }, face, el("span.out", { "aria-hidden": "true" }, "↗"));
  }
  return el(`button.button.${STYLES[component.style] ?? "secondary"}`, {
    type: "button",
    disabled: component.disabled,
    "data-custom-id": component.custom_id,
    "aria-label": component.label ? null : component.emoji?.name,
    onclick: (event) => press(component, null, event.currentTarget),
  }, el("span.face", {}, face), el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i")));
}

function choice(component, store, press) {
  const node = select(component, store, (values) => press(component, values, node));
  return node;
}

function picture(item, kind) {
  const alt = item.description ?? "";
  const shown = el(`img.${kind}`, { src: item.media.url, alt, title: alt || null, loading: "lazy" });
  return kind === "thumbnail" ? shown : el("a", { href: item.media.url, target: "_blank" }, shown);
}

export function attachment(file) {
  if (!(file.content_type ?? "").startsWith("image/")) return download(file);
  const media = { media: { url: file.url }, description: file.description };
  return el("div.gallery", { "data-items": 1 }, picture(media, "picture"));
}

function download(file) {
  const size = file.size < 1024 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(2)} KB`;
  return el("div.file", { "data-filename": file.filename },
    el("span.file-icon", {}, icon("file")),
    el("span.file-name", {},
      el("a", { href: file.url, download: file.filename, target: "_blank" }, file.filename),
      el("small", {}, size)),
    el("a.file-save", { href: file.url, download: file.filename, "aria-label": `Download ${file.filename}` }, icon("save")));
}

export function embed(sheet, store) {
  const colour = sheet.color ? `border-left-color:#${sheet.color.toString(16).padStart(6, "0")}` : null;
  return el("div.embed", { style: colour },
    sheet.author ? el("div.embed-author", {}, sheet.author.name) : null,
    sheet.title ? el("div.embed-title", {}, markdown(sheet.title, store)) : null,
    sheet.description ? markdown(sheet.description, store) : null,
    sheet.fields?.length ? el("div.embed-fields", {}, sheet.fields.map((field) =>
      el(field.inline ? "div.inline" : "div", {}, el("b", {}, field.name), markdown(field.value, store)))) : null,
    sheet.image ? el("img.picture", { src: sheet.image.url, alt: "" }) : null,
    sheet.footer ? el("div.embed-footer", {}, sheet.footer.text) : null);
}
