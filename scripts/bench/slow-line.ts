import net, { type AddressInfo, type Socket } from 'node:net';

/** Slow 4G as Lighthouse simulates it: a round trip in milliseconds, and bytes per second. */
const ROUND_TRIP_MS = 150;
const DOWN = (1.6e6 / 8) * 0.9;
const UP = (750e3 / 8) * 0.9;
const PACKET = 1460;

/** Network emulation of Chromium delays neither the request for a page nor those of a service worker. */
export async function openSlowLine(to: string) {
  const { hostname, port } = new URL(to);
  const [sendDown, sendUp] = [oneWay(DOWN), oneWay(UP)];
  const listener = net.createServer((browser) => {
    const server = net.connect(Number(port), hostname);
    for (const [from, to, send] of [
      [browser, server, sendUp],
      [server, browser, sendDown],
    ] as const) {
      from.on('data', (bytes: Buffer) => send(to, bytes));
      from.on('close', () => to.destroy());
      from.on('error', () => {});
    }
  });
  await new Promise<void>((done) => void listener.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${(listener.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void listener.close(),
  };
}

function oneWay(bytesPerSecond: number) {
  const waiting = new Map<Socket, Buffer>();
  let isBusy = false;

  async function sendAll() {
    isBusy = true;
    let freeAt = performance.now();
    for (let first = waiting.entries().next(); !first.done; first = waiting.entries().next()) {
      const [to, bytes] = first.value;
      const packet = bytes.subarray(0, PACKET);
      waiting.delete(to);
      if (bytes.length > PACKET) waiting.set(to, bytes.subarray(PACKET));
      freeAt += (packet.length / bytesPerSecond) * 1000;
      await Bun.sleep(Math.max(0, freeAt - performance.now()));
      setTimeout(() => to.destroyed || to.write(packet), ROUND_TRIP_MS / 2);
    }
    isBusy = false;
  }

  return (to: Socket, bytes: Buffer) => {
    waiting.set(to, Buffer.concat([waiting.get(to) ?? Buffer.alloc(0), bytes]));
    if (!isBusy) void sendAll();
  };
}
