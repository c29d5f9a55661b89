// SPDX-License-Identifier: MIT
// The live connection to a match or to the lobby.
//
// Messages from the server are numbered (v); duplicates are dropped. What we send
// carries a number (a) and is sent again until it is acknowledged, also over a new
// connection; the server does a repeated number only once. So a lost network
// neither loses nor doubles a move.

const PING_EVERY = 2500;
const SILENT_FOR = 9000;
const RESEND_AFTER = 2500;

export class Socket {
  /**
   * @param {string} query 'match=ID' or ''
   * @param {{message: (m: any) => void, state?: (connected: boolean) => void}} handlers
   */
  constructor(query, handlers) {
    this.query = query;
    this.handlers = handlers;
    this.session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
      b.toString(16).padStart(2, '0'),
    ).join('');
    this.version = 0;
    this.nextAck = 1;
    /** @type {Map<number, {message: any, sent: number, done: (answer: any) => void}>} */
    this.waiting = new Map(); // by number
    this.tries = 0;
    this.closed = false;
    this.heard = 0; // when the server said something last
    /** @type {any} */
    this.socket = null;
    this.connect();
    this.timer = setInterval(() => this.beat(), 1200);
    // Coming back to the page, or the network coming back, is worth a look at once.
    this.wake = () => document.visibilityState === 'visible' && this.hurry();
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const parts = [this.query, 's=' + this.session, this.version ? 'v=' + this.version : ''].filter(Boolean);
    this.heard = Date.now();
    this.asked = 0; // when a ping went out that nothing has answered
    clearTimeout(this.retry);
    if (this.query.startsWith('match=local-')) this.connectHere(parts.join('&'));
    else this.use(new WebSocket(`${scheme}://${location.host}/ws?${parts.join('&')}`));
  }

  /** A table of this device, which needs no server. @param {string} query */
  connectHere(query) {
    this.socket = { readyState: WebSocket.CONNECTING, close() {} };
    import('./local.js').then(
      ({ LocalLine }) => !this.closed && this.use(new LocalLine(query)),
      () => this.lost(),
    );
  }

  /** @param {any} socket a WebSocket, or something with its face */
  use(socket) {
    this.socket = socket;
    this.socket.onopen = () => {
      this.tries = 0;
      this.handlers.state && this.handlers.state(true);
      for (const entry of this.waiting.values()) this.transmit(entry);
    };
    this.socket.onmessage = (/** @type {{data: string}} */ e) => this.receive(e.data);
    this.socket.onclose = () => this.lost();
  }

  lost() {
    if (this.closed) return;
    this.handlers.state && this.handlers.state(false);
    const wait = Math.min(500 * 2 ** this.tries++, 5000);
    this.retry = setTimeout(() => !this.closed && this.connect(), wait);
  }

  // A dead line would take its time to say goodbye: the next one is opened without waiting.
  giveUp() {
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.lost();
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  }

  ping() {
    this.asked = this.asked || Date.now();
    this.socket.send('{"t":"ping"}');
  }

  /** @param {string} data */
  receive(data) {
    this.heard = Date.now();
    this.asked = 0;
    const m = JSON.parse(data);
    if (m.t === 'pong') return;
    if (m.a !== undefined) {
      // an answer to something we sent
      const entry = this.waiting.get(m.a);
      this.waiting.delete(m.a);
      if (entry) entry.done(m);
      return;
    }
    if (m.v) {
      if (m.v <= this.version && m.t !== 'full') return;
      this.version = m.v;
    }
    this.handlers.message(m);
  }

  /**
   * Sends a message that must arrive; resolves with the server's answer.
   * @param {any} message @returns {Promise<any>}
   */
  send(message) {
    const a = this.nextAck++;
    return new Promise((done) => {
      const entry = { message: { ...message, a }, sent: 0, done };
      this.waiting.set(a, entry);
      this.transmit(entry);
    });
  }

  /** @param {{message: any, sent: number}} entry */
  transmit(entry) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    entry.sent = Date.now();
    this.socket.send(JSON.stringify(entry.message));
  }

  beat() {
    const now = Date.now();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    // Timers of a page in the background may run once a minute: silence is only the server's
    // fault if it was asked.
    if (this.asked && now - this.asked > SILENT_FOR) {
      this.giveUp();
      return;
    }
    if (now - this.heard > PING_EVERY) this.ping();
    for (const entry of this.waiting.values()) if (now - entry.sent > RESEND_AFTER) this.transmit(entry);
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket.close();
  }
}
