// One message as this person sees it.

import { avatar, el, nameOf } from "./dom.js";
import { attachment, components, embed } from "./components.js";
import { markdown } from "./markdown.js";
import { clock } from "./time.js";

const EPHEMERAL = 1 << 6, LOADING = 1 << 7, V2 = 1 << 15, COMMAND = 20, REPLY = 19, THREAD_CREATED = 18;
const GROUPED_MS = 7 * 60 * 1000;

export class MessageView {
  constructor(store, act) {
    this.store = store;
    this.act = act; // what a person does with a message; answers whether it worked
  }

  render(message, previous) {
    const ephemeral = Boolean(message.flags & EPHEMERAL);
    const grouped = previous && this.follows(message, previous);
    const node = el("li.message", {
      "data-message-id": message.id,
      "data-author": message.author.username,
      "data-ephemeral": ephemeral || null,
      "data-mentions-me": message.pings_me || null,
      "data-grouped": grouped || null,
      id: `message-${message.id}`,
    });
    if (message.type === THREAD_CREATED) {
      node.classList.add("system");
      node.append(el("span", {}, `${nameOf(message.author)} started a thread: ${message.content}`));
      return node;
    }
    const press = (component, values, control) => this.press(node, message, component, values, control);
    node.append(
      this.reference(message),
      grouped ? el("span.gutter", { "aria-hidden": "true" }) : avatar(message.author),
      el("div.body", {}, grouped ? null : this.header(message), this.content(message, press),
        el("p.failure", { role: "alert" }), ephemeral ? this.footnote(message) : null));
    return node;
  }

  follows(message, previous) {
    const near = new Date(message.timestamp) - new Date(previous.timestamp) < GROUPED_MS;
    return near && message.author.id === previous.author.id && ![COMMAND, REPLY].includes(message.type)
      && (message.flags & EPHEMERAL) === (previous.flags & EPHEMERAL) && previous.type !== THREAD_CREATED;
  }

  reference(message) {
    const command = message.interaction_metadata;
    if (message.type === COMMAND && command?.name) {
      return el("div.reference", {}, avatar(command.user), el("b", {}, nameOf(command.user)), " used ",
        el("span.mention", {}, `/${command.name}`));
    }
    if (message.type === REPLY && message.referenced_message) {
      const { author, content } = message.referenced_message;
      return el("div.reference", {}, avatar(author), el("b", {}, nameOf(author)), ` ${content.slice(0, 80)}`);
    }
    return "";
  }

  header(message) {
    return el("header", {},
      el("span.author", {}, nameOf(message.author)),
      message.author.bot ? el("span.tag", {}, "APP") : null,
      el("time", { datetime: message.timestamp }, clock(message.timestamp)));
  }

  content(message, press) {
    if (message.flags & LOADING) {
      return el("p.thinking", {}, el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${nameOf(message.author)} is thinking…`);
    }
    const parts = components(message.components, this.store, press);
    if (message.flags & V2) return el("div.content.v2", {}, parts);
    return el("div.content", {},
      message.content ? markdown(message.content, this.store) : null,
      message.edited_timestamp ? el("small.edited", { title: clock(message.edited_timestamp) }, "(edited)") : null,
      message.embeds.map((sheet) => embed(sheet, this.store)),
      message.attachments.map(attachment), parts);
  }

  footnote(message) {
    const dismiss = () => this.act("dismiss", { channel: message.channel_id, message: message.id });
    return el("p.only-you", {}, el("span", { "aria-hidden": "true" }, "👁 "), "Only you can see this • ",
      el("button", { type: "button", onclick: dismiss }, "Dismiss message"));
  }

  async press(node, message, component, values, control) {
    if (node.dataset.pending) return;
    node.dataset.pending = true;
    control.dataset.loading = true;
    control.setAttribute("aria-busy", "true");
    const result = await this.act("press", {
      channel: message.channel_id, message: message.id, custom_id: component.custom_id, kind: component.type, values,
    });
    delete node.dataset.pending;
    delete control.dataset.loading;
    control.removeAttribute("aria-busy");
    if (!result.ok) this.fail(message.id, result.error);
  }

  fail(id, error) {
    const shown = document.querySelector(`#message-${id} .failure`);
    if (!shown) return;
    shown.textContent = error ?? "This interaction failed";
    setTimeout(() => { shown.textContent = ""; }, 6000);
  }
}
