import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks';
import type { App } from '../../src/app/app';
import { webhookRoutes } from '../../src/http/webhooks';
import { testApp } from '../support/app';
import { startTwilio } from '../support/twilio';
import { words } from '../support/words';
import { MUTATIONS } from './mutations';

const RUNS = 3000;
const PATH = '/api/webhooks/twilio/sms';

const NAMES = words`
  MessageSid AccountSid From To Body NumMedia MediaUrl0 OptOutType FromCity`;
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

const answer = async (app: App, request: Request) =>
  webhookRoutes(app)[`POST ${PATH}`]?.(request as never, null as never);

/**
 * Returns a form as a web framework passes it to Twilio's package: if a name occurs several times, its value
 * is the array of all its values.
 */
function toForm(sent: URLSearchParams) {
  const form: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(sent.keys())) {
    const all = sent.getAll(name);
    form[name] = all.length > 1 ? all : (all[0] ?? '');
  }
  return form;
}

test(`${RUNS} requests, valid and mutated, are judged as by Twilio's own package`, async () => {
  await using twilio = await startTwilio();
  const apps = new Map<string, ReturnType<typeof testApp>>();
  const appAt = (publicUrl: string) => {
    const app = apps.get(publicUrl) ?? testApp({ ...twilio.environment, PUBLIC_URL: publicUrl });
    apps.set(publicUrl, app);
    return app;
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
            toForm(new URLSearchParams(body)),
          );
          const sent = mutate({ body, signature, address }, seed);
          const theirs = validateRequest(
            twilio.authToken,
            sent.signature,
            sent.address,
            toForm(new URLSearchParams(sent.body)),
          );
          // our server takes the path and the query from the request, and the rest of the address from
          // PUBLIC_URL
          const { pathname, search: asked, protocol } = new URL(sent.address);
          if (!app.publicUrl.startsWith(protocol)) return;
          const request = new Request(`http://10.0.0.1:3000${pathname}${asked}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              'x-twilio-signature': sent.signature,
            },
            body: sent.body,
          });
          // a request with a right signature counts as accepted, even if its text is for another account
          const ours = await answer(app, request).then(
            () => true,
            (error) => error.message === 'This text is not for this account.',
          );
          expect({ sent, ours }).toEqual({ sent, ours: theirs });
          verdicts[ours ? 'accepted' : 'refused']++;
        },
      ),
      { numRuns: RUNS },
    );
  } finally {
    for (const app of apps.values()) await app[Symbol.asyncDispose]();
  }
  // shows that many requests were accepted and many were refused
  expect(verdicts.accepted).toBeGreaterThan(RUNS / 20);
  expect(verdicts.refused).toBeGreaterThan(RUNS / 4);
});
