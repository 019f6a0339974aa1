// Discord's markdown as DOM nodes; nothing a player writes is ever parsed as HTML.

import { el } from "./dom.js";
import { timestamp } from "./time.js";

const INLINE = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^``(.+?)``(?!`)/s, (m) => el("code", {}, m[1])],
  [/^`([^`]+)`/, (m) => el("code", {}, m[1])],
  [/^\*\*\*(.+?)\*\*\*/s, (m, s) => el("strong", {}, el("em", {}, inline(m[1], s)))],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m, s) => el("strong", {}, inline(m[1], s))],
  [/^__(.+?)__(?!_)/s, (m, s) => el("u", {}, inline(m[1], s))],
  [/^\*(?!\s)(.+?)(?<!\s)\*(?!\*)/s, (m, s) => el("em", {}, inline(m[1], s))],
  [/^_(.+?)_(?!\w)/s, (m, s) => el("em", {}, inline(m[1], s))],
  [/^~~(.+?)~~/s, (m, s) => el("s", {}, inline(m[1], s))],
  [/^\|\|(.+?)\|\|/s, (m, s) => spoiler(inline(m[1], s))],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => timestamp(Number(m[1]), m[2])],
  [/^<@!?(\d+)>/, (m, s) => mention(`@${s.nameOf(m[1])}`, m[1] === s.me.id)],
  [/^<@&\d+>/, () => mention("@role")],
  [/^<#(\d+)>/, (m, s) => mention(`#${s.channel(m[1])?.name ?? "unknown"}`)],
  [/^<\/([^:>]+):\d+>/, (m) => mention(`/${m[1]}`)],
  [/^<a?:(\w+):(\d+)>/, (m) => emoji({ id: m[2], name: m[1] })],
  [/^\[([^\]]+)\]\((?:<)?(https?:[^)>\s]+)(?:>)?\)/, (m, s) => link(m[2], inline(m[1], s))],
  [/^<?(https?:\/\/[^\s<>]+[^\s<>.,:;"')\]])>?/, (m) => link(m[1], [m[1]])],
];

const mention = (text, mine) => el(mine ? "span.mention.mine" : "span.mention", {}, text);
const link = (href, children) => el("a", { href, target: "_blank", rel: "noreferrer" }, children);

function spoiler(children) {
  const open = (event) => event.currentTarget.classList.add("open");
  return el("span.spoiler", { role: "button", tabindex: 0, "aria-label": "Spoiler", onclick: open }, children);
}

export function emoji({ id, name }) {
  if (!id) return el("span.emoji", {}, name);
  return el("img.emoji", { src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
}

export function inline(text, store) {
  const nodes = [];
  let plain = "";
  const flush = () => { if (plain) nodes.push(plain); plain = ""; };
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const inWord = /\w/.test(text[at - 1] ?? "") && rest[0] === "_";
    const found = !inWord && INLINE.map(([r, make]) => [rest.match(r), make]).find(([m]) => m);
    if (found) {
      flush();
      nodes.push(found[1](found[0], store));
      at += found[0][0].length;
    } else if (text[at] === "\n") {
      flush();
      nodes.push(el("br"));
      at += 1;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

const LIST = /^(\s*)([-*]|\d+\.) (.*)$/;

export function markdown(text, store) {
  const root = el("div.markdown");
  const lines = text.split("\n");
  while (lines.length) root.append(block(lines, store));
  return root;
}

function block(lines, store) {
  const line = lines[0];
  if (line.startsWith("```")) return codeBlock(lines);
  const heading = line.match(/^(#{1,3}) (.+)$/);
  if (heading) return lines.shift(), el(`h${heading[1].length + 2}.h${heading[1].length}`, {}, inline(heading[2], store));
  if (line.startsWith("-# ")) return lines.shift(), el("p.subtext", {}, inline(line.slice(3), store));
  if (line.startsWith(">>> ")) return el("blockquote", {}, markdown([lines.shift().slice(4), ...lines.splice(0)].join("\n"), store));
  if (/^> /.test(line)) return quote(lines, store);
  if (LIST.test(line)) return list(lines, store);
  return paragraph(lines, store);
}

const starts = (line) => /^(#{1,3} |-# |> |>>> |```)/.test(line) || LIST.test(line);

function paragraph(lines, store) {
  const taken = [lines.shift()];
  while (lines.length && !starts(lines[0])) taken.push(lines.shift());
  return el("p", {}, inline(taken.join("\n"), store));
}

function quote(lines, store) {
  const taken = [];
  while (/^> ?/.test(lines[0] ?? "")) taken.push(lines.shift().replace(/^> ?/, ""));
  return el("blockquote", {}, markdown(taken.join("\n"), store));
}

function list(lines, store) {
  const [, indent, mark] = lines[0].match(LIST);
  const ordered = /\d/.test(mark);
  const node = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(mark, 10) } : {});
  while (lines.length) {
    const found = lines[0].match(LIST);
    if (!found || found[1].length < indent.length) break;
    if (found[1].length > indent.length) node.lastChild.append(list(lines, store));
    else lines.shift(), node.append(el("li", {}, inline(found[3], store)));
  }
  return node;
}

function codeBlock(lines) {
  const first = lines.shift().slice(3);
  if (first.endsWith("```") && first.length > 3) return el("pre", {}, el("code", {}, first.slice(0, -3)));
  const taken = /^\w*$/.test(first) ? [] : [first];
  while (lines.length) {
    const line = lines.shift();
    if (line.trimEnd().endsWith("```")) {
      if (line.trimEnd() !== "```") taken.push(line.trimEnd().slice(0, -3));
      break;
    }
    taken.push(line);
  }
  return el("pre", {}, el("code", {}, taken.join("\n")));
}
