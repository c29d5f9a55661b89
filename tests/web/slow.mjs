// SPDX-License-Identifier: MIT
// A slow line to a host: every connection takes a round trip to be made, everything said takes half of one each way, and
// all connections together get so many bytes a second. Unlike the browser's own slow lines it counts for workers, too.

import net from 'node:net';

/** Bytes go through one after the other, `rate` of them a second (0 = any number), and arrive `delay` ms later. */
function pipe(rate, delay) {
  let free = 0; // when the line has sent all it was given
  return (data, arrive) => {
    const now = performance.now(); // wall clock: it is what is measured
    free = Math.max(free, now) + (rate ? (1000 * data.length) / rate : 0);
    setTimeout(arrive, free - now + delay, data); // wall clock: the slow line itself
  };
}

/** Listens before the host at `port`; a promise of { port, received(), close() }. */
export function slowLine(port, { rate = 1.6e6 / 8, roundTrip = 150 } = {}) {
  const [up, down] = [pipe(0, roundTrip / 2), pipe(rate, roundTrip / 2)];
  let received = 0;
  const PIECE = 1460; // as packets are: one large file does not hold up a small one
  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect(port, 'localhost');
    let begun = false;
    near.on('data', (data) => {
      const say = () => up(data, (d) => far.write(d));
      if (begun) say();
      else setTimeout(say, roundTrip); // wall clock: the connection is made
      begun = true;
    });
    far.on('data', (data) => {
      received += data.length;
      for (let at = 0; at < data.length; at += PIECE) down(data.subarray(at, at + PIECE), (d) => near.write(d));
    });
    for (const [a, b] of [[near, far], [far, near]]) {
      a.on('error', () => b.destroy());
      a.on('close', () => setTimeout(() => b.destroy(), 1000)); // wall clock: what is on its way arrives
    }
  });
  return new Promise((ready) => {
    server.listen(0, 'localhost', () => ready({ port: server.address().port,
      received: () => received, close: () => server.close() }));
  });
}
