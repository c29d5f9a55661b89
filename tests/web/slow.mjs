// SPDX-License-Identifier: MIT
// A slow line to a host: a connection takes a round trip to be made, everything said takes half of one each way, and all
// connections together get so many bytes a second, a packet each in turn. The browser's own slow lines are one for the
// page and others for each of its workers; this one is for all of them, as a person's is.

import net from 'node:net';

const PACKET = 1460; // bytes

/** What is to be done later, in the order in which it came. */
class Later {
  constructor() {
    this.queue = [];
    this.timer = null;
  }

  at(when, act) {
    this.queue.push({ when, act });
    if (!this.timer) this.wait();
  }

  wait() {
    const ms = Math.max(0, this.queue[0].when - performance.now()); // wall clock: the slow line itself
    this.timer = setTimeout(() => this.run(), ms); // wall clock: the same
  }

  run() {
    this.timer = null;
    const now = performance.now(); // wall clock: the same
    while (this.queue.length && this.queue[0].when <= now) this.queue.shift().act();
    if (this.queue.length) this.wait();
  }
}

/** The bytes of all connections on their way to the browser, `rate` a second. */
class Shared {
  constructor(rate) {
    this.rate = rate;
    this.free = 0; // when the last packet will have been sent
    this.lanes = []; // of bytes that wait, the next one first
    this.clock = new Later();
    this.received = 0;
  }

  /** A function that takes the bytes of one connection; `arrive` gets them packet by packet. */
  lane(arrive) {
    const lane = { waits: [], arrive };
    return (data) => {
      for (let at = 0; at < data.length; at += PACKET) lane.waits.push(data.subarray(at, at + PACKET));
      if (this.lanes.includes(lane)) return;
      this.lanes.push(lane);
      if (this.lanes.length > 1) return;
      this.free = Math.max(this.free, performance.now()); // wall clock: the slow line itself
      this.next();
    };
  }

  next() { // a timer that is late makes the line no slower
    const [lane] = this.lanes;
    const packet = lane.waits[0];
    this.free += (1000 * packet.length) / this.rate;
    this.clock.at(this.free, () => {
      this.received += packet.length;
      lane.waits.shift();
      lane.arrive(packet);
      this.lanes.shift();
      if (lane.waits.length) this.lanes.push(lane);
      if (this.lanes.length) this.next();
    });
  }
}

/** One connection; what ends on one side ends on the other when all that was said has arrived. */
function connect(near, port, shared, half) {
  const far = net.connect({ port, host: 'localhost', noDelay: true });
  const [up, down] = [new Later(), new Later()];
  const made = performance.now() + 2 * half; // wall clock: the connection's own round trip
  const soon = () => performance.now() + half; // wall clock: the slow line itself
  const toBrowser = shared.lane((packet) => down.at(soon(), () => near.write(packet)));
  near.on('data', (data) => up.at(Math.max(soon(), made + half), () => far.write(data)));
  near.on('end', () => up.at(Math.max(soon(), made + half), () => far.end()));
  far.on('data', toBrowser);
  for (const [a, b] of [[near, far], [far, near]]) {
    a.on('error', () => b.destroy());
    a.on('close', () => b.destroySoon());
  }
}

/** Listens before the host at `port`; a promise of { port, received(), close() }. */
export function slowLine(port, { rate = 1.6e6 / 8, roundTrip = 150 } = {}) {
  const shared = new Shared(rate);
  const open = new Set();
  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    open.add(near);
    near.on('close', () => open.delete(near));
    connect(near, port, shared, roundTrip / 2);
  });
  return new Promise((ready) => {
    server.listen(0, 'localhost', () => ready({
      port: server.address().port,
      received: () => shared.received,
      close() {
        server.close();
        for (const near of open) near.destroy();
      },
    }));
  });
}
