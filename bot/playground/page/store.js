// All that the page knows: who, where, and every message this person sees.

export class Store {
  constructor() {
    this.people = new Map();
    this.channels = [];
    this.commands = [];
    this.messages = new Map(); // channel id -> Map(message id -> message)
    this.mentions = new Map(); // channel id -> how many unread
    this.current = null;
  }

  greet({ me, people, bot, guild }) {
    this.me = me;
    this.bot = bot;
    this.guild = guild;
    this.people = new Map([...people, { ...bot, name: bot.username }].map((p) => [p.id, p]));
    this.messages.clear();
  }

  channel(id = this.current) {
    return this.channels.find((channel) => channel.id === id);
  }

  inChannel(id = this.current) {
    const found = [...(this.messages.get(id)?.values() ?? [])];
    return found.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  }

  // Takes in what has changed; returns the messages that are new.
  update({ messages, gone }) {
    const fresh = [];
    for (const message of messages) {
      if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
      const channel = this.messages.get(message.channel_id);
      if (!channel.has(message.id)) fresh.push(message);
      channel.set(message.id, message);
    }
    for (const id of gone) {
      for (const channel of this.messages.values()) channel.delete(id);
    }
    return fresh;
  }

  nameOf(id) {
    const person = this.people.get(id);
    return person ? person.name : "unknown-user";
  }
}

export const EPHEMERAL = 64; // a message's flag
export const TEXT = 0, FORUM = 15, THREADS = [10, 11, 12];
