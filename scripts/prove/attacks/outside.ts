import { createWeb } from '../../../src/outside/web';
import { MUTATIONS } from '../../../tests/http/mutations';
import { FETCHERS } from '../../../tests/media/previews/fetchers';
import { forbiddenCases } from '../../../tests/outside/forbidden';
import { testApp } from '../../../tests/support/app';
import { openCanary, scriptedNames } from '../../../tests/support/canary';
import { ann, bob, eve } from '../../../tests/support/cast';
import { connect } from '../../../tests/support/client';
import { testServer, until } from '../../../tests/support/server';
import { openSite, page } from '../../../tests/support/site';
import { startTwilio } from '../../../tests/support/twilio';
import { type Attack, createTally } from './attack';

/** Attacks by previews of links, by forged texts, through a proxy, and on the codes of a sign-in. */
export const OUTSIDE: Attack[] = [
  { name: 'Addresses of our own network', mustNot: 'be called for a preview or a picture', run: callInside },
  { name: 'Forged signatures', mustNot: 'be taken for texts of the gateway', run: forgeSignatures },
  { name: 'Simulator behind a proxy', mustNot: 'show a code', run: reachSimulator },
  {
    name: 'Floods of links',
    mustNot: 'call a site more than 60 times a minute for a person',
    run: floodWithLinks,
  },
  { name: 'Locking somebody out', mustNot: 'keep the person from signing in', run: lockOut },
  { name: 'Guessing codes at once', mustNot: 'give more than five tries to a code', run: guessAtOnce },
];

async function callInside() {
  const { note, outcome } = createTally();
  for (const { name, fetch } of FETCHERS) {
    await using canary = await openCanary();
    await using site = await openSite({});
    const start = `http://start.example:${site.port}`;
    const { cases, names } = forbiddenCases(
      canary.port,
      (url, hops = 1, status = 302) => `${start}/to/${status}/${hops}/${encodeURIComponent(url)}`,
    );
    names['start.example'] = [['127.0.0.1']];
    await using app = testApp();
    const { resolve } = scriptedNames(names);
    Object.assign(app, {
      web: createWeb({ allow: ['start.example'], resolve, ports: [80, 443, canary.port], siteMs: 0 }),
    });
    const before = await canary.arrivals();
    const queue = cases.values();
    const run = async () => {
      for (const forbidden of queue) {
        const seen = await fetch(app, forbidden.url, start);
        const held = Bun.deepEquals(seen, { title: null, image: null, shown: false });
        note(held, `${name}: ${forbidden.name}`);
      }
    };
    await Promise.all(Array.from({ length: 60 }, run));
    const arrived = (await canary.arrivals()) - before;
    note(arrived === 0, `${name}: ${arrived} connections to this machine`);
  }
  return outcome;
}

async function forgeSignatures() {
  const { note, outcome } = createTally();
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { PUBLIC_URL: 'https://notes.example' } });
  const path = '/api/webhooks/twilio/sms';
  for (let n = 0; n < 100; n++)
    for (const [at, mutate] of MUTATIONS.entries()) {
      const text = twilio.receive(bob.phone, `Forged ${n} ${at}`);
      const parameters = twilio.parametersOf(text);
      const body = new URLSearchParams(parameters).toString();
      const whole = {
        body,
        address: server.publicUrl + path,
        signature: twilio.sign(server.publicUrl + path, parameters),
      };
      const sent = mutate(whole, n * 31 + at);
      if (Bun.deepEquals(sent, whole)) continue; // the mutation changed nothing
      const { pathname, search, protocol } = new URL(sent.address);
      const isEqual =
        protocol === 'https:' &&
        sent.signature === whole.signature &&
        search === '' &&
        sameForm(sent.body, body);
      // Twilio's signature covers neither the order of the fields nor the scheme that our server sees
      if (isEqual || protocol !== 'https:') continue;
      const { status } = await connect(server.url).send(pathname + search, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': sent.signature,
        },
        body: sent.body,
      });
      note(status === 403, `change ${at} with seed ${n}: ${status}`);
    }
  return outcome;
}

/** Returns true if two forms have the same fields, in any order. */
function sameForm(one: string, other: string): boolean {
  const sorted = (form: string) => [...new URLSearchParams(form)].map(String).sort();
  return Bun.deepEquals(sorted(one), sorted(other));
}

/**
 * For each kind of proxy, the headers that it adds or changes when it passes a request on. Caddy is there
 * twice: it keeps the Host header, or rewrites it.
 */
const PROXIES: Record<string, (to: string) => Record<string, string>> = {
  'nginx, bare proxy_pass': (to) => ({ host: new URL(to).host, connection: 'close' }),
  Caddy: () => ({
    host: 'notes.example',
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-host': 'notes.example',
  }),
  'Caddy with a rewritten Host': (to) => ({
    host: new URL(to).host,
    'x-forwarded-for': '198.51.100.7',
    via: '1.1 Caddy',
  }),
  'a raw tunnel': () => ({ host: 'localhost' }),
  'a CDN': () => ({ host: 'localhost', 'cf-connecting-ip': '198.51.100.7' }),
};

/**
 * Tries to read a code from the phone simulator. Asks the port of the product through all kinds of proxies,
 * and the port of the simulator through proxies that add headers.
 */
async function reachSimulator() {
  const { note, outcome } = createTally();
  await using server = await testServer();
  await server.as(ann).get('/api/profile');
  await server.stranger().post('/api/auth/login', { phoneNumber: ann.phone });
  const code = await until(() => /^\d{6}/.exec(server.received(ann.phone).at(-1) ?? '')?.[0]);
  const number = encodeURIComponent(ann.phone);
  const paths = [
    '/phone',
    `/api/simulator/texts?phone=${number}`,
    '/api/simulator/phones',
    '/api/simulator/',
    `/trpc/simulator.texts?input=${encodeURIComponent(JSON.stringify({ phone: ann.phone }))}`,
    '/trpc/simulator.phones',
    '/trpc/product.get,simulator.phones?batch=1&input=%7B%7D',
    '//api/simulator/phones',
    '/api/../api/simulator/phones',
    '/api/%73imulator/phones',
  ];
  const ask = async (url: string, path: string, headers: Record<string, string>, what: string) => {
    const { status, text } = await connect(url).get(path, headers);
    const shows = text.includes(code) || (status === 200 && /"(body|direction|phone)":/.test(text));
    note(!shows, `${what}: GET ${path} is answered ${status}`);
  };
  const own = server.simulatorUrl.replace('localhost', '127.0.0.1');
  for (const [name, headersFor] of Object.entries(PROXIES))
    for (const path of paths) {
      await ask(server.url, path, headersFor(server.url), `${name} before the product`);
      const isPlain = /raw tunnel|bare/.test(name);
      if (!isPlain) await ask(own, path, headersFor(own), `${name} before the simulator`);
    }
  return { ...outcome, note: 'a tunnel to the very port of the simulator is not noticed' };
}

/** Posts 300 links at once as one person. */
async function floodWithLinks() {
  const { note, outcome } = createTally();
  const pages = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`/${n}`, page(`Page ${n}`)]));
  await using site = await openSite(pages);
  await using server = await testServer({ env: { PREVIEW_ALLOW: '127.0.0.1' } });
  const client = await server.introduce(eve);
  await Promise.all(
    Array.from({ length: 300 }, (_, n) => client.post('/api/messages', { content: `${site.url}/${n}` })),
  );
  await Bun.sleep(8_000);
  const asked = site.asked.length;
  for (let n = 0; n < 300; n++) note(n >= asked || n < 60, `call ${n + 1} of the site within a minute`);
  return { ...outcome, note: `${asked} of 300 links were called` };
}

/**
 * Asks for codes for the phone of a victim and guesses codes, from many networks, while the victim signs in
 * on a known device. Then asks for codes for 1,200 other numbers, and checks that one more person can still
 * ask for a code.
 */
async function lockOut() {
  const { note, outcome } = createTally();
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { TRUST_PROXY: '1' } });
  const victim = server.as(ann);
  await victim.get('/api/profile');
  const headersOf = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address });
  const post = (path: string, address: string, body: object) =>
    server.stranger().send(path, { method: 'POST', headers: headersOf(address), body: JSON.stringify(body) });
  for (let round = 0; round < 10; round++) {
    for (let n = 0; n < 12; n++)
      await post('/api/auth/login', `2001:db8:${round}:${n}::1`, { phoneNumber: ann.phone });
    const asked = await victim.post('/api/auth/login', { phoneNumber: ann.phone });
    note(
      asked.status === 200,
      `round ${round}: the victim's login is answered ${asked.status} ${asked.text}`,
    );
    if (asked.status !== 200) break;
    const sent = server.received(ann.phone).length;
    const text = await until(() =>
      server
        .received(ann.phone)
        .slice(Math.max(0, sent - 1))
        .at(-1),
    );
    await Bun.sleep(300);
    for (let n = 0; n < 20; n++)
      await post('/api/auth/verify', `2001:db8:${round}:${n}::1`, { phoneNumber: ann.phone, code: '000000' });
    const code = /^\d{6}/.exec(server.received(ann.phone).at(-1) ?? text)?.[0];
    const verified = await victim.post('/api/auth/verify', { phoneNumber: ann.phone, code });
    note(verified.status === 200, `round ${round}: the victim's code is answered ${verified.status}`);
    if (round === 3) break; // in the next round, the victim's own limit would refuse the login
  }
  const number = (n: number) => `+1202555${String(2000 + n)}`;
  for (let n = 0; n < 1200; n += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        post('/api/auth/login', `2001:db8:${(n + at) % 40}::1`, { phoneNumber: number(n + at) }),
      ),
    );
  const other = await post('/api/auth/login', '198.51.100.7', { phoneNumber: bob.phone });
  note(
    other.status === 200,
    `after 1,200 logins from 40 networks another's login is answered ${other.status}`,
  );
  return outcome;
}

async function guessAtOnce() {
  const { note, outcome } = createTally();
  await using server = await testServer();
  const stranger = server.stranger();
  await stranger.post('/api/auth/login', { phoneNumber: bob.phone });
  const code = await until(() => /^\d{6}/.exec(server.received(bob.phone).at(-1) ?? '')?.[0]);
  const guesses = Array.from({ length: 400 }, (_, n) =>
    String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'),
  );
  const answers = await Promise.all(
    guesses.map((guess) => stranger.post('/api/auth/verify', { phoneNumber: bob.phone, code: guess })),
  );
  for (const { status } of answers)
    note(status === 400 || status === 429, `a wrong code is answered ${status}`);
  const late = await stranger.post('/api/auth/verify', { phoneNumber: bob.phone, code });
  note(late.status !== 200, 'the right code after 400 guesses signs in');
  return outcome;
}
