import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { countSegments } from '../src/contract/segments';
import { SERVER_ERROR, startTwilio, type Twilio } from '../tests/support/twilio';
import { findChromium } from './chromium';
import { type Program, startProgram } from './prove/program';

/**
 * `bun run prove:codes`: measures how long a verification code takes. Uses the real program and a simulated
 * Twilio API that works, fails, hangs, or has two hundred welcome texts to send. If a browser is installed,
 * also prints what the sign-in page says while everything hangs for ten seconds. Prints a table, and ends
 * with exit code 1 if a code took too long. Takes about two minutes.
 */

const PHONE = '+12025550111';
const GIVE_UP_MS = 60_000;
const UNAVAILABLE = { status: 503, code: 20503, message: 'Service Unavailable' };
/** Segments a second that a carrier is assumed to send. The program's BROADCAST_PACE has the same value. */
const PACE = 1;

type Timeline = { at: number; says: string }[];
type Outcome = { handedAfter: number; arrivesAfter: number; said: Timeline; codes: number };

/** Runs `act` with the real program in a process of its own and a simulated Twilio API. */
async function withProgram<T>(act: (program: Program, twilio: Twilio) => Promise<T>): Promise<T> {
  await using twilio = await startTwilio();
  const dataDir = mkdtempSync(join(tmpdir(), 'tagline-prove-'));
  const program = await startProgram({
    DATA_DIR: dataDir,
    ...twilio.environment,
    BROADCAST_PACE: String(PACE),
  });
  try {
    await until(() => twilio.calls.length > 0); // the program's first background jobs have called the API
    return await act(program, twilio);
  } finally {
    await program.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function until(done: () => unknown): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (!done() && performance.now() < deadline) await Bun.sleep(10);
}

/** Asks for a code through the API, and watches what `/api/auth/code` says. */
async function askForCode({ url }: Pick<Program, 'url'>, twilio: Twilio): Promise<Outcome> {
  const begin = performance.now();
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber: PHONE }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const readState = async () => {
    const answer = await fetch(`${url}/api/auth/code`, { headers: { cookie } });
    return JSON.stringify(await answer.json());
  };
  return watch(twilio, begin, readState);
}

/**
 * Asks for a code on the sign-in page, and watches what the page says. If there is no browser, uses the API.
 */
async function askOnPage({ url }: Pick<Program, 'url'>, twilio: Twilio): Promise<Outcome> {
  const executablePath = findChromium();
  if (!executablePath) return askForCode({ url }, twilio);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel('Phone number').fill(PHONE);
    const begin = performance.now();
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await page.getByLabel('Verification code').waitFor();
    const readPage = async () =>
      (await page.locator('form p').allTextContents()).map((line) => line.trim()).join(' / ');
    return await watch(twilio, begin, readPage);
  } finally {
    await browser.close();
  }
}

/**
 * Records each change of what `read` returns. Stops three seconds after the gateway has got the code, or
 * after GIVE_UP_MS.
 */
async function watch(twilio: Twilio, begin: number, read: () => Promise<string>): Promise<Outcome> {
  const said: Timeline = [];
  let handedAfter = Infinity;
  while (performance.now() - begin < GIVE_UP_MS) {
    const says = await read();
    const at = performance.now() - begin;
    if (said.at(-1)?.says !== says) said.push({ at, says });
    const handed = twilio.texts.find(({ to }) => to === PHONE);
    if (handed && handedAfter === Infinity)
      handedAfter = performance.now() - begin - (Date.now() - handed.createdAt.getTime());
    if (handed && at > handedAfter + 3_000) break;
    await Bun.sleep(50);
  }
  const codes = twilio.sentTo(PHONE).length;
  return { handedAfter, arrivesAfter: handedAfter + queuedBehind(twilio), said, codes };
}

/**
 * Returns the milliseconds that the carrier still needs for earlier texts when it gets the code. Returns
 * Infinity if the carrier never got the code.
 */
function queuedBehind(twilio: Twilio): number {
  let idleAt = 0;
  for (const { to, body, createdAt } of twilio.texts.filter(({ direction }) => direction !== 'inbound')) {
    if (to === PHONE) return Math.max(0, idleAt - createdAt.getTime());
    idleAt = Math.max(idleAt, createdAt.getTime()) + (countSegments(body) / PACE) * 1000;
  }
  return Infinity;
}

/** Delivers texts from two hundred new numbers. Each number gets a welcome text. */
async function welcomeTwoHundred(program: Program, twilio: Twilio): Promise<void> {
  for (let n = 0; n < 200; n++) await twilio.text(program, `+1303555${String(n).padStart(4, '0')}`, 'Hello');
  await Bun.sleep(1_000);
}

type Measurement = {
  title: string;
  atMost: number;
  measure: (program: Program, twilio: Twilio) => Promise<Outcome>;
};

const MEASUREMENTS: Measurement[] = [
  { title: 'nothing fails', atMost: 2_000, measure: askForCode },
  {
    title: 'a 500',
    atMost: 6_000,
    measure(server, twilio) {
      twilio.failNext(SERVER_ERROR);
      return askForCode(server, twilio);
    },
  },
  {
    title: 'a 503',
    atMost: 6_000,
    measure(server, twilio) {
      twilio.failNext(UNAVAILABLE);
      return askForCode(server, twilio);
    },
  },
  {
    title: 'a call that hangs',
    atMost: 12_000,
    measure(server, twilio) {
      twilio.failNext('hang');
      return askForCode(server, twilio);
    },
  },
  {
    title: 'all calls hang for 10 s (page)',
    atMost: 20_000,
    measure(server, twilio) {
      twilio.failAlways('hang');
      setTimeout(() => twilio.failAlways(null), 10_000);
      return askOnPage(server, twilio);
    },
  },
  {
    title: '200 welcomes waiting',
    atMost: 8_000,
    async measure(server, twilio) {
      await welcomeTwoHundred(server, twilio);
      return askForCode(server, twilio);
    },
  },
];

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

let failed = false;
console.log('| while | at the gateway after | on the phone after | at most | codes |');
console.log('|---|---|---|---|---|');
for (const { title, atMost, measure } of MEASUREMENTS) {
  const { handedAfter, arrivesAfter, said, codes } = await withProgram(measure);
  const late = !(arrivesAfter <= atMost);
  failed ||= late;
  const cells = [title, seconds(handedAfter), seconds(arrivesAfter), seconds(atMost), codes];
  console.log(`| ${cells.join(' | ')} |${late ? ' LATE' : ''}`);
  for (const { at, says } of said) console.log(`    ${seconds(at)}: ${says}`);
}
process.exit(failed ? 1 : 0);
