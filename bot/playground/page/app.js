// Puts the page together: who one is, where one is, and what there is to see.

import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { $, avatar, el, icon, nameOf } from "./dom.js";
import { MessageView } from "./message.js";
import { openModal } from "./modal.js";
import { EPHEMERAL, FORUM, Store, THREADS } from "./store.js";

class App {
  constructor(person) {
    this.person = person;
    this.store = new Store();
    this.act = (name, data) => this.doAct(name, data);
    this.view = new MessageView(this.store, this.act);
    this.composer = new Composer(this.store, this.act);
    this.connection = new Connection(person, (message) => this.receive(message), (on) => this.showState(on));
    this.settled = false; // mentions before the first full picture are old news
    $("client").hidden = false;
    $("menu").addEventListener("click", () => this.drawer(true));
    $("shade").addEventListener("click", () => this.drawer(false));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.drawer(false); });
  }

  async doAct(name, data) {
    const result = await this.connection.act(name, data);
    if (result.modal) openModal(result.modal, result.interaction, this.store, this.act);
    return result;
  }

  receive(message) {
    ({
      hello: () => { this.settled = false; this.store.greet(message); this.showSelf(); },
      channels: () => this.takeChannels(message.items),
      commands: () => { this.store.commands = message.items; },
      messages: () => this.takeMessages(message),
    })[message.t]?.();
  }

  // ------------------------------------------------------------------ channels

  takeChannels(channels) {
    this.store.channels = channels;
    const wanted = location.hash.slice(1) || this.store.current;
    const known = channels.some((channel) => channel.id === wanted);
    if (!known || this.store.current !== wanted) {
      this.enter(known ? wanted : channels.find((c) => c.type !== FORUM)?.id ?? channels[0]?.id);
    }
    this.showChannels();
  }

  showChannels() {
    const { channels } = this.store;
    const tree = channels.filter((c) => !THREADS.includes(c.type)).flatMap((parent) =>
      [parent, ...channels.filter((c) => THREADS.includes(c.type) && c.parent_id === parent.id)]);
    $("channels").replaceChildren(...tree.map((channel) => this.channelRow(channel)));
    const unread = [...this.store.mentions.values()].reduce((sum, count) => sum + count, 0);
    $("unread").hidden = !unread;
    $("unread").textContent = unread;
    document.title = `${unread ? `(${unread}) ` : ""}#${this.store.channel()?.name ?? ""} · ${nameOf(this.store.me)}`;
  }

  channelRow(channel) {
    const thread = THREADS.includes(channel.type);
    const mentions = this.store.mentions.get(channel.id);
    return el(thread ? "li.thread" : "li", {}, el("button.channel", {
      type: "button", "data-channel-id": channel.id, "data-channel": channel.name,
      "aria-current": channel.id === this.store.current ? "page" : null,
      onclick: () => { this.enter(channel.id); this.drawer(false); },
    }, markOf(channel), el("span.name", {}, channel.name),
    mentions ? el("span.badge", { "aria-label": `${mentions} mentions` }, mentions) : null));
  }

  enter(id) {
    this.store.current = id;
    this.store.mentions.delete(id);
    history.replaceState(null, "", `#${id}`);
    const channel = this.store.channel();
    $("title").replaceChildren(channel ? markOf(channel) : "", channel?.name ?? "");
    $("topic").textContent = channel?.topic ?? "";
    $("room").dataset.channelId = id;
    $("messages").replaceChildren();
    this.composer.show();
    this.showChannels();
    this.showMessages(true);
  }

  // ------------------------------------------------------------------ messages

  takeMessages(change) {
    const fresh = this.store.update(change);
    const here = this.store.current;
    if (this.settled) fresh.filter((m) => m.pings_me && m.author.id !== this.store.me.id).forEach((m) => this.notify(m));
    this.settled = true;
    const touched = change.messages.filter((m) => m.channel_id === here).map((m) => m.id);
    const answered = fresh.some((m) => m.channel_id === here && m.flags & EPHEMERAL);
    this.showMessages(answered, new Set([...touched, ...change.gone]));
    this.showChannels();
  }

  showMessages(jump, touched = null) {
    const scroller = $("scroller");
    const list = $("messages");
    const atEnd = jump || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
    const focused = focusMark();
    const messages = this.store.inChannel();
    const old = new Map([...list.children].map((node) => [node.dataset.messageId, node]));
    const wanted = messages.map((message, index) => {
      const kept = old.get(message.id);
      return kept && touched && !touched.has(message.id) ? kept : this.view.render(message, messages[index - 1]);
    });
    const keep = new Set(wanted);
    for (const node of [...list.children]) if (!keep.has(node)) node.remove();
    wanted.forEach((node, index) => { if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null); });
    if (!wanted.length) list.replaceChildren(this.welcome());
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
    restoreFocus(focused);
  }

  welcome() {
    const channel = this.store.channel();
    const words = channel?.type === FORUM
      ? "Start a post below; its page appears in the channel list."
      : "Type / below to see what the bot can do.";
    return el("li.welcome", {}, el("h2", {}, `Welcome to #${channel?.name ?? ""}!`), el("p", {}, channel?.topic ?? ""), el("p", {}, words));
  }

  notify(message) {
    const elsewhere = message.channel_id !== this.store.current || document.hidden;
    if (elsewhere) {
      const count = this.store.mentions.get(message.channel_id) ?? 0;
      this.store.mentions.set(message.channel_id, count + 1);
    }
    const channel = this.store.channel(message.channel_id)?.name ?? "";
    const toast = el("button.toast", { type: "button", "data-message-id": message.id },
      avatar(message.author), el("span", {}, el("b", {}, `${nameOf(message.author)} (#${channel})`),
        el("span", {}, `${nameOf(message.author)} mentioned you`)));
    toast.addEventListener("click", () => { this.enter(message.channel_id); toast.remove(); });
    $("toasts").append(toast);
    setTimeout(() => toast.remove(), 6000);
  }

  // ------------------------------------------------------------------ the frame

  showSelf() {
    const { me, people, guild } = this.store;
    const others = [...people.values()].filter((p) => !p.bot && p.id !== me.id);
    $("guild").replaceChildren(guild);
    $("self").replaceChildren(avatar(me), el("span.me", {}, el("b", {}, me.name), el("small", {}, "Online")),
      el("span.others", {}, others.map((p) => el("a", {
        href: `/as/${p.name.toLowerCase()}`, target: "_blank", title: `Open a tab as ${p.name}`, "aria-label": `Open a tab as ${p.name}`,
      }, avatar(p)))));
  }

  showState(connected) {
    $("state").textContent = connected ? "" : "Reconnecting…";
    document.body.dataset.connected = connected;
  }

  drawer(open) {
    document.body.toggleAttribute("data-drawer", open);
    $("menu").setAttribute("aria-expanded", open);
  }
}

function markOf(channel) {
  const mark = channel.type === FORUM ? icon("forum") : THREADS.includes(channel.type) ? "╰" : "#";
  return el("span.mark", { "aria-hidden": "true" }, mark);
}

// A message that is drawn anew keeps the focus on the control that had it.
function focusMark() {
  const control = document.activeElement?.closest?.("[data-custom-id]");
  const message = control?.closest("[data-message-id]");
  return message ? [message.id, control.dataset.customId] : null;
}

function restoreFocus(mark) {
  if (!mark || (document.activeElement && document.activeElement !== document.body)) return;
  const message = document.getElementById(mark[0]);
  const same = message?.querySelector(`[data-custom-id="${CSS.escape(mark[1])}"]:not(:disabled)`);
  (same ?? message?.querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
}

async function door() {
  const people = await (await fetch("/people")).json();
  $("doors").append(...people.map((name, index) => el("li", {}, el("a", { href: `/as/${name}` },
    avatar({ id: String(index), name: name.toUpperCase() }), el("span", {}, name[0].toUpperCase() + name.slice(1))))));
  $("door").hidden = false;
}

const person = location.pathname.match(/^\/as\/([^/]+)/)?.[1];
if (person) new App(decodeURIComponent(person));
else door();
