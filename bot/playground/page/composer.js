// The box at the bottom: messages, and slash commands with their options.

import { $, el, walkWithArrows } from "./dom.js";
import { FORUM } from "./store.js";

const GROUP = 2, STRING = 3, BOOLEAN = 5, USER = 6, CHANNEL = 7, MENTIONABLE = 9;
const TYPING_PAUSE = 150;

export class Composer {
  constructor(store, act) {
    this.store = store;
    this.act = act;
    this.entry = $("entry");
    this.list = $("suggestions");
    this.leaf = null;
    this.entry.addEventListener("input", () => this.suggestCommands());
    this.entry.addEventListener("keydown", (event) => this.onKey(event));
    this.list.addEventListener("keydown", (event) => this.onListKey(event));
    $("composer").addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    $("give-up").addEventListener("click", () => this.leave());
    document.addEventListener("click", (event) => {
      if (!event.composedPath().includes($("composer-area"))) this.hide();
    });
  }

  show() {
    const channel = this.store.channel();
    this.entry.placeholder = channel?.type === FORUM ? `Title of a new post in ${channel.name}` : `Message #${channel?.name ?? ""}`;
    this.leave();
  }

  // ------------------------------------------------------------------ the list above the box

  hide() {
    this.list.hidden = true;
    this.list.replaceChildren();
  }

  offer(title, rows) {
    this.list.replaceChildren(el("h3", {}, title), ...rows);
    this.list.hidden = !rows.length;
    if (rows.length) rows[0].dataset.first = true;
  }

  row(attributes, label, note, pick) {
    return el("button.option", { type: "button", role: "option", ...attributes, onclick: pick },
      el("span.option-label", {}, label), el("span.option-note", {}, note ?? ""));
  }

  onListKey(event) {
    if (event.key === "Escape") { this.hide(); (this.field ?? this.entry).focus(); }
    else walkWithArrows(this.list, event);
  }

  onKey(event) {
    if (event.key === "ArrowDown" && !this.list.hidden) {
      event.preventDefault();
      this.list.querySelector("[role=option]")?.focus();
    } else if (event.key === "Tab" && !event.shiftKey && !this.list.hidden && event.target === this.entry) {
      event.preventDefault();
      this.list.querySelector("[role=option]")?.click();
    } else if (event.key === "Escape") {
      if (!this.list.hidden) this.hide(); else this.leave();
    } else if (event.key === "Backspace" && this.leaf && event.target !== this.entry && !event.target.value) {
      this.leave();
    }
  }

  // ------------------------------------------------------------------ commands

  leaves() {
    const found = [];
    const visit = (node, path) => {
      const deeper = (node.options ?? []).filter((option) => option.type <= GROUP);
      if (deeper.length) deeper.forEach((child) => visit(child, `${path} ${child.name}`));
      else found.push({ ...node, path });
    };
    this.store.commands.forEach((command) => visit(command, command.name));
    return found;
  }

  suggestCommands() {
    const typed = this.entry.value;
    if (!typed.startsWith("/")) return this.hide();
    const wanted = typed.slice(1).trim().toLowerCase();
    const fits = this.leaves().filter((leaf) => leaf.path.includes(wanted));
    fits.sort((a, b) => b.path.startsWith(wanted) - a.path.startsWith(wanted));
    return this.offer(`Commands of ${this.store.bot.username}`, fits.map((leaf) =>
      this.row({ "data-command": leaf.path }, `/${leaf.path}`, leaf.description, () => this.enter(leaf))));
  }

  enter(leaf) {
    this.hide();
    this.leaf = leaf;
    this.values = {};
    this.entry.value = "";
    this.entry.hidden = true;
    const spare = el("span.spare");
    $("command").replaceChildren(el("span.command-name", { "data-command": leaf.path }, `/${leaf.path}`));
    $("command").append(spare);
    $("give-up").hidden = false;
    $("command").hidden = false;
    for (const option of leaf.options ?? []) {
      if (option.required) this.addField(option, spare);
      else spare.append(el("button.add-option", {
        type: "button", "data-option": option.name, title: option.description,
        onclick: (event) => { event.currentTarget.remove(); this.addField(option, spare).focus(); },
      }, `+ ${option.name}`));
    }
    const first = $("command").querySelector("input") ?? $("send");
    first.focus();
  }

  leave() {
    this.leaf = null;
    this.field = null;
    this.hide();
    $("command").hidden = true;
    $("command").replaceChildren();
    $("give-up").hidden = true;
    this.entry.hidden = false;
    $("complaint").textContent = "";
    if (document.activeElement && document.activeElement !== document.body) this.entry.focus();
  }

  addField(option, before) {
    const input = el("input", {
      type: "text", size: 12, "aria-label": option.name, placeholder: option.description, title: option.description,
      "data-option": option.name, inputmode: [4, 10].includes(option.type) ? "numeric" : null,
    });
    const typed = () => {
      this.values[option.name] = this.choices(option)?.find((c) => c.name === input.value)?.value ?? input.value;
      if (input.value === "") delete this.values[option.name];
      this.suggestValues(option, input);
    };
    input.addEventListener("input", typed);
    input.addEventListener("focus", () => { this.field = input; this.suggestValues(option, input); });
    input.addEventListener("keydown", (event) => this.onKey(event));
    before.before(el("label.option-field", {}, el("span", {}, option.name), input));
    return input;
  }

  choices(option) {
    if (option.choices?.length) return option.choices;
    if (option.type === BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
    if (option.type === USER || option.type === MENTIONABLE) {
      return [...this.store.people.values()].map((p) => ({ name: p.name, value: p.id }));
    }
    if (option.type === CHANNEL) return this.store.channels.map((c) => ({ name: `#${c.name}`, value: c.id }));
    return null;
  }

  suggestValues(option, input) {
    clearTimeout(this.timer);
    if (option.autocomplete) {
      this.timer = setTimeout(() => this.complete(option, input), TYPING_PAUSE);
      return;
    }
    const typed = input.value.toLowerCase();
    const all = this.choices(option) ?? [];
    const fits = all.filter((choice) => choice.name.toLowerCase().includes(typed));
    this.offerValues(option, input, fits);
  }

  offerValues(option, input, choices) {
    this.offer(`${option.name}: ${option.description}`, choices.map((choice) =>
      this.row({ "data-value": choice.value }, choice.name, "", () => {
        input.value = choice.name;
        this.values[option.name] = choice.value;
        this.hide();
        this.nextField(input);
      })));
  }

  nextField(input) {
    const fields = [...$("command").querySelectorAll("input")];
    const empty = fields.slice(fields.indexOf(input) + 1).find((field) => !field.value);
    (empty ?? $("send")).focus();
  }

  async complete(option, input) {
    const typed = input.value;
    const { [option.name]: _, ...values } = this.values;
    const result = await this.act("autocomplete", {
      channel: this.store.current, command: this.leaf.path, option: option.name, typed, values,
    });
    if (document.activeElement !== input || input.value !== typed) return;
    if (result.ok) this.offerValues(option, input, result.choices);
    else this.offer("Loading options failed", []);
  }

  // ------------------------------------------------------------------ sending

  async submit() {
    clearTimeout(this.timer);
    $("complaint").textContent = "";
    const result = this.leaf ? await this.run() : await this.say();
    if (result && !result.ok) $("complaint").textContent = result.error ?? "The application did not respond";
  }

  async run() {
    const { path, options = [] } = this.leaf;
    const missing = options.find((o) => o.required && this.values[o.name] === undefined);
    if (missing) return { ok: false, error: `${missing.name} is required.` };
    $("composer").dataset.pending = true;
    const result = await this.act("slash", { channel: this.store.current, command: path, values: this.values });
    delete $("composer").dataset.pending;
    if (result.ok) this.leave();
    return result;
  }

  async say() {
    const content = this.entry.value.trim();
    if (!content) return null;
    if (content.startsWith("/") && !this.list.hidden) {
      this.list.querySelector("[role=option]")?.click();
      return null;
    }
    const forum = this.store.channel()?.type === FORUM;
    this.entry.value = "";
    return forum
      ? this.act("post", { channel: this.store.current, name: content, content })
      : this.act("say", { channel: this.store.current, content });
  }
}
