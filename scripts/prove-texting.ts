import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendWhileKilled } from '../tests/outbox/killed-worker';
import { png } from '../tests/support/pictures';
import { startTwilio, type Twilio } from '../tests/support/twilio';
import { startProgram } from './prove/program';

/**
 * `bun run prove:texting`: measures how the real program receives and sends text messages through a simulated
 * Twilio API. Prints one line for each measurement. Takes about two minutes.
 */

const TEXTS_PER_SECOND = 50;
const SECONDS = 20;
const WARM_UP_MS = 2_000;
/**
 * Code of a server that only returns what it receives. The times of its answers show how busy this machine
 * is.
 */
const BARE_SERVER = `console.log(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: async (r) => new Response(await r.text()) }).port)`;

type Setting = { dataDir: string; env: Record<string, string> };

/** Starts the program with a data folder. */
const serve = ({ dataDir, env }: Setting) => startProgram({ DATA_DIR: dataDir, ...env });

/** Runs a measurement with a new data folder and a new simulated Twilio. */
async function withTwilio<T>(act: (setting: Setting & { twilio: Twilio }) => Promise<T>): Promise<T> {
  await using twilio = await startTwilio();
  const dataDir = mkdtempSync(join(tmpdir(), 'tagline-prove-'));
  try {
    return await act({ twilio, dataDir, env: twilio.environment });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function count(dataDir: string, query: string): number {
  const db = new Database(join(dataDir, 'tagline.db'), { readonly: true });
  try {
    return Object.values(db.query(query).get() as Record<string, number>)[0] ?? 0;
  } finally {
    db.close();
  }
}

const percentile = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

/**
 * Measures the webhook for texts with links and photos, while Twilio's API and all linked sites leave
 * requests unanswered.
 */
const measureWebhook = () =>
  withTwilio(async ({ twilio, dataDir, env }) => {
    const hanging = createServer(() => {});
    await new Promise<void>((listening) => hanging.listen(0, '127.0.0.1', listening));
    const { port } = hanging.address() as { port: number };
    const hangingUrl = `http://127.0.0.1:${port}`;
    const server = await serve({
      dataDir,
      env: { ...env, PREVIEW_ALLOW: '127.0.0.1', HF_ENDPOINT_URL: hangingUrl },
    });
    const bare = Bun.spawn([process.execPath, '-e', BARE_SERVER], { stdout: 'pipe' });
    const bareUrl = `http://127.0.0.1:${new TextDecoder().decode((await bare.stdout.getReader().read()).value).trim()}`;
    twilio.failAlways('hang');
    await Bun.sleep(WARM_UP_MS);
    const photo = { type: 'image/png', bytes: png(2, 2) };
    const times: number[] = [];
    const bareTimes: number[] = [];
    const refused: number[] = [];
    const underway: Promise<void>[] = [];
    const begin = performance.now();
    for (let n = 0; n < TEXTS_PER_SECOND * SECONDS; n++) {
      await Bun.sleep(Math.max(0, begin + (n * 1000) / TEXTS_PER_SECOND - performance.now()));
      const text = twilio.receive(
        `+1202555${2000 + (n % 200)}`,
        `Look at ${hangingUrl}/${n} #trip`,
        n % 5 ? [] : [photo],
      );
      const sent = performance.now();
      underway.push(
        twilio.deliver(server, text).then(({ status }) => {
          times.push(performance.now() - sent);
          if (status !== 200) refused.push(status);
        }),
      );
      const asked = performance.now();
      underway.push(
        fetch(bareUrl, { method: 'POST', body: text.body }).then(() => {
          bareTimes.push(performance.now() - asked);
        }),
      );
    }
    await Promise.all(underway);
    await server.stop('SIGKILL');
    hanging.close();
    bare.kill();
    for (const all of [times, bareTimes]) all.sort((a, b) => a - b);
    const stored = count(dataDir, 'select count(*) from messages');
    return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, longest ${percentile(times, 1).toFixed(1)} ms (a bare route beside it: p50 ${percentile(bareTimes, 0.5).toFixed(1)} ms, p99 ${percentile(bareTimes, 0.99).toFixed(1)} ms); ${refused.length} refused, ${stored} of ${times.length} stored`;
  });

/**
 * Delivers the same text a hundred times in parallel. Then kills and restarts the server, and delivers the
 * text a hundred more times.
 */
const measureRepeats = () =>
  withTwilio(async ({ twilio, dataDir, env }) => {
    let server = await serve({ dataDir, env });
    const text = twilio.receive('+12025550122', 'Milk #food');
    const deliverHundred = () =>
      Promise.all(Array.from({ length: 100 }, async () => (await twilio.deliver(server, text)).status));
    const first = await deliverHundred();
    await server.stop('SIGKILL');
    server = await serve({ dataDir, env });
    const again = await deliverHundred();
    await server.stop();
    const answered = [...first, ...again].filter((status) => status === 200).length;
    return `${answered} of 200 answered; ${count(dataDir, 'select count(*) from messages')} message, ${count(dataDir, 'select count(*) from outbox')} text in answer`;
  });

/** Measures how soon the server stores texts that Twilio received while the server was down. */
const measureMissed = () =>
  withTwilio(async ({ twilio, dataDir, env }) => {
    await (await serve({ dataDir, env })).stop();
    for (let n = 0; n < 500; n++) twilio.receive(`+1202555${2000 + (n % 50)}`, `Text ${n} #down`);
    const begin = performance.now();
    const server = await serve({ dataDir, env });
    const stored = () => count(dataDir, 'select count(*) from messages');
    while (stored() < 500 && performance.now() - begin < 60_000) await Bun.sleep(20);
    const seconds = (performance.now() - begin) / 1000;
    await server.stop();
    return `${stored()} of 500 there ${seconds.toFixed(1)} s after the start, ${count(dataDir, 'select count(distinct sid) from inbound')} different`;
  });

/** Sends a thousand texts, and kills the sending process twenty times meanwhile. */
const measureKills = async () => {
  const { killed, missing, twice, lookUps, unsettled } = await sendWhileKilled({ texts: 1000, kills: 20 });
  return `1000 texts, ${killed} kills: ${missing} missing, ${twice} twice, ${unsettled} unsettled (${lookUps} look-ups)`;
};

for (const [title, measure] of Object.entries({
  'webhook, 50 a second, every outside host hanging': measureWebhook,
  'one text 200 times, with a kill between': measureRepeats,
  'texts sent while down': measureMissed,
  'sending while killed': measureKills,
}))
  console.log(`${title}: ${await measure()}`);
process.exit(0);
