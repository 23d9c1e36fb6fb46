export type Tracker = ReturnType<typeof startTracker>;

type TrackerCall = {
  name: 'initialize' | 'identify' | 'updateOptions' | 'track';
  argument: unknown;
};

export function startTracker({ late = 0, never = false } = {}) {
  const calls: TrackerCall[] = [];
  let loads = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/tracker.js': async () => {
        loads += 1;
        await Bun.sleep(late);
        if (never) return new Response('Not found', { status: 404 });
        return new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } });
      },
      '/calls': async (request) => {
        calls.push(JSON.parse(await request.text()));
        return new Response(null, { status: 204, headers: { 'access-control-allow-origin': '*' } });
      },
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/tracker.js?key="a&b"`,
    origin: `http://127.0.0.1:${server.port}`,
    calls,
    loads: () => loads,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}

const SCRIPT = `{
  const home = new URL('/calls', document.currentScript.src);
  let sent = Promise.resolve(); // reports are sent one after the other, so that they arrive in order
  const report = (name) => (argument) => {
    sent = sent.then(() => fetch(home, { method: 'POST', body: JSON.stringify({ name, argument }) }));
  };
  window.pendo = Object.fromEntries(['initialize', 'identify', 'updateOptions', 'track'].map((name) => [name, report(name)]));
}`;
