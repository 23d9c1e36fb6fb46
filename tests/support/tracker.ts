/** The visitor tracker's own server: a script that notes what it is told and sends each note home. */
export type Tracker = ReturnType<typeof startTracker>;

export type TrackerCall = { call: 'initialize' | 'identify' | 'updateOptions' | 'track'; said: unknown };

/** `late` in milliseconds; with `never` the script is not there. */
export function startTracker({ late = 0, never = false } = {}) {
  const notes: TrackerCall[] = [];
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
      '/notes': async (request) => {
        notes.push(JSON.parse(await request.text()));
        return new Response(null, { status: 204, headers: { 'access-control-allow-origin': '*' } });
      },
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/tracker.js?key="a&b"`,
    origin: `http://127.0.0.1:${server.port}`,
    notes,
    loads: () => loads,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}

const SCRIPT = `{
  const home = new URL('/notes', document.currentScript.src);
  let sent = Promise.resolve(); // one after the other, or they would come in any order
  const note = (call) => (said) => {
    sent = sent.then(() => fetch(home, { method: 'POST', body: JSON.stringify({ call, said }) }));
  };
  window.pendo = Object.fromEntries(['initialize', 'identify', 'updateOptions', 'track'].map((call) => [call, note(call)]));
}`;
