import { procedureCalls } from '../../../src/http/calls';
import { appRouter } from '../../../src/http/router';
import { allMessages } from '../../../src/messages/lists';
import { receiveText } from '../../../src/texting/inbound';
import { ACCESS } from '../../../tests/http/access';
import { FOREIGN } from '../../../tests/http/foreign';
import { build, CALLERS, SIGNED_OUT, sendersOf } from '../../../tests/http/world';
import { testApp } from '../../../tests/support/app';
import { ann, bob } from '../../../tests/support/cast';
import { house } from '../../../tests/support/house';
import { testServer } from '../../../tests/support/server';
import { type Attack, createTally } from './attack';

/** Attacks by people who want to read or change what is not theirs. */
export const RIGHTS: Attack[] = [
  {
    name: 'Calls without the right',
    mustNot: 'read, change, or learn that something exists',
    run: callEverything,
  },
  { name: 'Writes from other sites', mustNot: 'use the session of a visitor', run: writeFromOtherSites },
  {
    name: 'Forged next parts of a text',
    mustNot: 'bring a private note onto a shared board',
    run: forgeParts,
  },
];

/** Sends each call of the access table by REST and tRPC, from every kind of caller that must be refused. */
async function callEverything() {
  const { note, outcome } = createTally();
  await using world = await build();
  const calls = procedureCalls(appRouter);
  for (const [name, cases] of Object.entries(ACCESS)) {
    const call = calls.find((one) => one.name === name);
    if (!call) continue;
    for (const { answers, input, missing, about } of cases)
      for (const caller of CALLERS) {
        const signedOut = SIGNED_OUT.includes(caller) && 'others' in answers;
        const expected = signedOut
          ? 401
          : (answers[caller] ?? ('others' in answers ? answers.others : answers.everybody));
        if (expected < 400) continue;
        for (const [by, send] of Object.entries(sendersOf(world, call))) {
          const what = `${name} (${about ?? ''}) as ${caller} by ${by}`;
          const answer = await send(caller, input?.(world, caller) ?? {});
          note(answer.status >= 400, `${what}: ${answer.status}`);
          if (answer.status !== 404 || !missing) continue;
          const unknown = await send(caller, { ...input?.(world, caller), ...missing });
          note(Bun.deepEquals(answer, unknown), `${what}: differs from something that does not exist`);
        }
      }
  }
  return outcome;
}

async function writeFromOtherSites() {
  const { note, outcome } = createTally();
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  const client = await server.introduce(ann);
  for (const { method, path, name, type } of procedureCalls(appRouter)) {
    if (type !== 'mutation') continue;
    for (const headers of FOREIGN)
      for (const [address, verb] of [
        [path.replace(/\{\w+\}/g, '1'), method],
        [`/trpc/${name}`, 'POST'],
      ] as const) {
        const { status } = await client.send(address, {
          method: verb,
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        });
        note(status === 403, `${verb} ${address} from ${JSON.stringify(headers)}: ${status}`);
      }
  }
  return outcome;
}

const FORMS: [first: (words: string) => string, second: string][] = [
  [(words) => words.padEnd(160, '.'), ' ok'],
  [(words) => words.padEnd(153, '.'), ' ok'],
  [(words) => words.padEnd(306, '.'), ' ok'],
  [(words) => `${words}…`.padEnd(70, '.'), ' ok'],
  [(words) => `${words}…`.padEnd(134, '.'), ' ok'],
  [(words) => `${words} (1/2)`, '(2/2) ok'],
  [(words) => `(1/2) ${words}`, 'ok (2/2)'],
  [(words) => `${words} 1 of 2`, '2 of 2 ok'],
  [(words) => `1/2 ${words}`, '2/2 ok'],
  [(words) => `(1/3) ${words}`, '(3/3) ok'],
];
const GAPS_MS = [0, 1_000, 9_999, 10_001];
const TAGS = [' #house', ' #HOUSE', '\n#house', ' #house #diary', ' ＃house'];

/** Sends private notes in several parts. After each part, sends a text that names a shared board. */
async function forgeParts() {
  const { note, outcome } = createTally();
  for (const [first, second] of FORMS)
    for (const gap of GAPS_MS)
      for (const tag of TAGS) {
        await using app = testApp();
        app.clock.freeze();
        const { owner, member } = house(app);
        const from = bob.phone;
        const text = (body: string) => receiveText(app, { sid: crypto.randomUUID(), from, body, media: [] });
        text(first('The key is under the mat'));
        app.clock.advance(gap);
        text(second + tag);
        const leaked = allMessages(app, owner).some(({ content }) => content.includes('key is under'));
        const kept = allMessages(app, member).some(({ content }) => content.includes('key is under'));
        note(
          !leaked && kept,
          `${JSON.stringify(first('…'))}, then ${JSON.stringify(second + tag)} after ${gap} ms`,
        );
      }
  return outcome;
}
