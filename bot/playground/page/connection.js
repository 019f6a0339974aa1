// The line to the server: what this person sees comes in, what they do goes out.

export class Connection {
  constructor(person, onMessage, onState) {
    this.person = person;
    this.onMessage = onMessage;
    this.onState = onState;
    this.waiting = new Map();
    this.nonce = 0;
    this.pause = 250;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/live/${this.person}`);
    this.socket.onopen = () => { this.pause = 250; this.onState(true); };
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.onState(false);
      for (const answer of this.waiting.values()) answer({ ok: false, error: "The connection was lost." });
      this.waiting.clear();
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, 3000);
    };
  }

  receive(message) {
    if (message.t !== "result") return this.onMessage(message);
    this.waiting.get(message.nonce)?.(message);
    this.waiting.delete(message.nonce);
  }

  act(act, data) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: false, error: "Not connected." });
    }
    const nonce = ++this.nonce;
    this.socket.send(JSON.stringify({ act, nonce, ...data }));
    return new Promise((answer) => this.waiting.set(nonce, answer));
  }
}
