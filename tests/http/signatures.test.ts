import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks';
import { readSigned } from '../../src/http/webhooks';
import { testApp } from '../support/app';
import { startTwilio } from '../support/twilio';

const RUNS = 3000;
const PATH = '/api/webhooks/twilio/sms';

/** What Twilio documents, and what it may come to send without notice. */
const NAMES = [
  'MessageSid',
  'AccountSid',
  'From',
  'To',
  'Body',
  'NumMedia',
  'MediaUrl0',
  'OptOutType',
  'FromCity',
];
const word = fc.string({ unit: 'grapheme', maxLength: 40 });
const pairs = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom(...NAMES),
      word.filter((name) => name !== ''),
    ),
    fc.oneof(word, fc.constant('')),
  ),
  { maxLength: 12 },
);
const origin = fc.constantFrom(
  'https://notes.example',
  'https://notes.example:8443',
  'http://notes.example:3000',
  'https://user:pass@notes.example',
  'https://xn--nts-dla.example',
);
const query = fc.oneof(
  fc.constant(''),
  fc.constant('?text=7'),
  fc.constant('?a=b%20c&a=d'),
  fc.constant('?x=%C3%A9'),
);

/** As a web framework hands a form to Twilio's package: a name that stands twice has both its values. */
function parsed(sent: URLSearchParams) {
  const form: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(sent.keys())) {
    const all = sent.getAll(name);
    form[name] = all.length > 1 ? all : (all[0] ?? '');
  }
  return form;
}

type Mutation = (given: { body: string; signature: string; address: string }, seed: number) => typeof given;
const at = (text: string, seed: number) => seed % Math.max(1, text.length);
const MUTATIONS: Mutation[] = [
  (given) => given,
  (given) => ({ ...given, signature: '' }),
  (given, seed) => ({ ...given, signature: given.signature.slice(0, at(given.signature, seed)) }),
  (given, seed) => {
    const index = at(given.signature, seed);
    const other = given.signature[index] === 'A' ? 'B' : 'A';
    return {
      ...given,
      signature: given.signature.slice(0, index) + other + given.signature.slice(index + 1),
    };
  },
  (given) => ({ ...given, signature: given.signature.toLowerCase() }),
  (given) => ({ ...given, body: `${given.body}&Extra=1` }),
  (given) => ({ ...given, body: `${given.body}&Empty=` }),
  (given) => ({ ...given, body: `Body=forged&${given.body}` }),
  (given) => ({ ...given, body: given.body.split('&').slice(1).join('&') }),
  (given) => ({ ...given, body: given.body.split('&').reverse().join('&') }),
  (given) => ({ ...given, body: given.body.replace('=', '%20=') }),
  (given) => ({ ...given, address: `${given.address}${given.address.includes('?') ? '&' : '?'}z=1` }),
  (given) => ({ ...given, address: given.address.replace('https:', 'http:') }),
];

test(`on ${RUNS} requests, valid and mutated, we and Twilio's own package are of one mind`, async () => {
  await using twilio = await startTwilio();
  const apps = new Map<string, ReturnType<typeof testApp>>();
  const appAt = (publicUrl: string) => {
    const known = apps.get(publicUrl) ?? testApp({ ...twilio.environment, PUBLIC_URL: publicUrl });
    apps.set(publicUrl, known);
    return known;
  };
  const verdicts = { accepted: 0, refused: 0 };
  try {
    await fc.assert(
      fc.asyncProperty(
        origin,
        query,
        pairs,
        fc.constantFrom(...MUTATIONS),
        fc.nat(),
        async (publicUrl, search, form, mutate, seed) => {
          const app = appAt(publicUrl);
          const body = new URLSearchParams(form).toString();
          const address = app.publicUrl + PATH + search;
          const signature = getExpectedTwilioSignature(
            twilio.authToken,
            address,
            parsed(new URLSearchParams(body)),
          );
          const given = mutate({ body, signature, address }, seed);
          const theirs = validateRequest(
            twilio.authToken,
            given.signature,
            given.address,
            parsed(new URLSearchParams(given.body)),
          );
          // our server knows only the path it was called at; the rest of the address is its own
          const { pathname, search: asked, protocol } = new URL(given.address);
          if (!app.publicUrl.startsWith(protocol)) return;
          const request = new Request(`http://10.0.0.1:3000${pathname}${asked}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              'x-twilio-signature': given.signature,
            },
            body: given.body,
          });
          const ours = await readSigned(app, request).then(
            () => true,
            () => false,
          );
          expect({ given, ours }).toEqual({ given, ours: theirs });
          verdicts[ours ? 'accepted' : 'refused']++;
        },
      ),
      { numRuns: RUNS },
    );
  } finally {
    for (const app of apps.values()) await app[Symbol.asyncDispose]();
  }
  // both verdicts were really given
  expect(verdicts.accepted).toBeGreaterThan(RUNS / 20);
  expect(verdicts.refused).toBeGreaterThan(RUNS / 4);
}, 60_000);
