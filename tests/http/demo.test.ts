import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config/config';
import { emptyDemo } from '../../src/app/data-folder/demo';
import { isInDemo } from '../../src/app/demo-calls';
import { ConfigError } from '../../src/app/errors';
import type { BoardInvite } from '../../src/contract/invites';
import type { Media } from '../../src/contract/media';
import type { Message } from '../../src/contract/messages';
import type { Product } from '../../src/contract/product';
import type { SimulatedText } from '../../src/contract/simulator';
import { procedureCalls, routeOf } from '../../src/http/calls';
import { FILE_CALLS } from '../../src/http/openapi';
import { appRouter } from '../../src/http/router';
import { examine } from '../../src/operators/health/health';
import { type Client, connect } from '../support/client';
import { HOUR } from '../support/clock';
import { createDataDir } from '../support/data-folder';
import { png } from '../support/pictures';
import { type TestServer, testServer, until } from '../support/server';

const DEMO = { DEMO: '1', EMBEDDINGS: 'off' };
const CODE = /\b\d{6}\b/;

type Visitor = Client & { phones: [string, string] };

async function visit(server: TestServer): Promise<Visitor> {
  const client = connect(server.url);
  expect((await client.post('/api/demo')).status).toBe(200);
  const { testPhones } = (await client.get<Product>('/api/product')).body;
  return Object.assign(client, { phones: testPhones.map(({ phone }) => phone) as [string, string] });
}

const text = (who: Client, from: string, body: string, more: object = {}) =>
  who.post('/api/simulator/texts', { from, body, ...more });
const textsOf = async (who: Client, phone = '') =>
  (await who.get<SimulatedText[]>(`/api/simulator/texts${phone && `?phone=${encodeURIComponent(phone)}`}`))
    .body;
const notesOf = async (who: Client) => (await who.get<Message[]>('/api/messages')).body;

/** Invites a number by text to one's board, and confirms it. */
async function inviteByText(who: Visitor, phone: string, tag: string) {
  const [ann] = who.phones;
  await text(who, ann, `invite ${phone} to #${tag}`);
  const asked = await until(async () =>
    (await textsOf(who, ann)).map(({ body }) => /OK \d+/.exec(body)).find((ok) => ok !== null),
  );
  await text(who, ann, asked[0]);
}

async function upload<T>(who: Client, path = '/api/media') {
  const body = new FormData();
  body.append('file', new File([png(4, 3)], 'a.png', { type: 'image/png' }));
  const answer = await who.send<T>(path, { method: 'POST', body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

async function signInAs(who: Client, phone: string) {
  const before = (await textsOf(who, phone)).length;
  expect((await who.post('/api/auth/login', { phoneNumber: phone })).status).toBe(200);
  const sent = await until(async () =>
    (await textsOf(who, phone)).slice(0, -before || undefined).find(({ body }) => CODE.test(body)),
  );
  const code = CODE.exec(sent.body)![0];
  expect((await who.post('/api/auth/verify', { phoneNumber: phone, code })).status).toBe(200);
}

test('a visitor texts, shares with the other phone, and all is gone after an hour', async () => {
  await using server = await testServer({ env: { ...DEMO, DEMO_VISITORS: '2' } });
  const visitor = await visit(server);
  const [ann, bob] = visitor.phones;
  expect(ann).toMatch(/^\+1\d{3}55501\d\d$/);
  expect((await visitor.get('/')).headers.get('x-robots-tag')).toBe('noindex');
  await text(visitor, ann, 'Pack the tent #camp');
  await inviteByText(visitor, bob, 'camp');
  await until(async () => (await textsOf(visitor, bob)).find(({ body }) => body.includes('#camp')));
  await signInAs(visitor, bob);
  expect((await notesOf(visitor)).map(({ content }) => content)).toContain('Pack the tent #camp');
  const { endsAt } = (await visitor.get<{ endsAt: string }>('/api/demo')).body;
  expect(Date.parse(endsAt) - server.app.now()).toBeWithin(HOUR - 60_000, HOUR + 1);

  await visit(server);
  const late = await connect(server.url).post<{ code: string }>('/api/demo');
  expect([late.status, late.body.code]).toEqual([503, 'demo_full']);

  await text(visitor, bob, 'STOP');
  server.app.clock.advance(HOUR);
  expect((await textsOf(visitor)) as unknown).toMatchObject({ code: 'not_in_demo' });
  const rest = (sql: string) => server.app.db.$client.query<{ n: number }, []>(sql).get()!.n;
  await until(() => rest('select count(*) n from users') === 0);
  for (const table of [
    'messages',
    'simulator_texts',
    'outbox',
    'phones',
    'inbound',
    'sessions',
    'memberships',
  ])
    expect({ table, n: rest(`select count(*) n from ${table}`) }).toEqual({ table, n: 0 });
  expect((await visitor.get('/api/auth/session')).body).toMatchObject({ authenticated: false });
  const next = await visit(server);
  expect(next.phones).not.toContain(bob);
});

type Facts = {
  phones: [string, string];
  message: number;
  media: number;
  photoText: number;
  board: number;
  user: number;
};
type Attack = (by: Client, of: Facts) => Promise<{ status: number; text: string }>;

const ATTACKS: Record<string, [status: number, Attack]> = {
  'text from the phone of another': [403, (by, { phones }) => text(by, phones[0], 'Mine now #food')],
  'with spaces in the number': [
    403,
    (by, { phones }) => text(by, ` ${phones[0].replace(/(\d{3})(?=\d)/g, '$1 ')}`, 'Mine now'),
  ],
  'read the texts of another': [
    403,
    (by, { phones }) => by.get(`/api/simulator/texts?phone=${encodeURIComponent(phones[0])}`),
  ],
  'the same by tRPC': [
    403,
    (by, { phones }) =>
      by.get(`/trpc/simulator.texts?input=${encodeURIComponent(JSON.stringify({ phone: phones[1] }))}`),
  ],
  'a photo in a text of another': [
    404,
    (by, { photoText }) => by.get(`/api/simulator/texts/${photoText}/media/0`),
  ],
  'a code to the number of another': [
    403,
    (by, { phones }) => by.post('/api/auth/login', { phoneNumber: phones[0] }),
  ],
  'guess a code of another': [
    403,
    (by, { phones }) => by.post('/api/auth/verify', { phoneNumber: phones[0], code: '123456' }),
  ],
  'invite another visitor': [
    403,
    (by, { phones }) => by.post('/api/shared-boards/cabin/invite', { phoneNumber: phones[0] }),
  ],
  'invite another by text': [
    403,
    (by, { phones }) => by.post('/api/shared-boards/cabin/invite-by-text', { phoneNumber: phones[0] }),
  ],
  'share a private board with another': [
    403,
    (by, { phones }) =>
      by.post('/api/private-boards/books/convert-and-invite-by-text', { phoneNumber: phones[0] }),
  ],
  'invite a real number': [
    403,
    (by) => by.post('/api/shared-boards/cabin/invite-by-text', { phoneNumber: '+14155552671' }),
  ],
  'read a message of another': [404, (by, { message }) => by.get(`/api/messages/${message}`)],
  'edit a message of another': [
    404,
    (by, { message }) => by.patch(`/api/messages/${message}`, { content: 'Mine' }),
  ],
  'reply to a message of another': [
    404,
    (by, { message }) => by.post('/api/messages', { content: 'Hi', replyTo: message }),
  ],
  'read a file of another': [404, (by, { media }) => by.get(`/api/media/${media}`)],
  'a picture of a file of another': [404, (by, { media }) => by.get(`/api/media/${media}/320`)],
  'take a file of another': [
    400,
    (by, { media }) => by.post('/api/messages', { content: 'Mine', mediaIds: [media] }),
  ],
  'leave a board of another': [
    404,
    (by, { board, user }) => by.delete(`/api/shared-boards/${board}/members/${user}`),
  ],
  'the picture of another': [404, (by, { user }) => by.get(`/api/avatars/${user}`)],
  'hold texts of everybody': [404, (by) => by.post('/api/simulator/release', {})],
  'break the carrier of another': [
    404,
    (by, { phones }) => by.post('/api/simulator/delivery', { phone: phones[0], delivery: 'failing' }),
  ],
  'take the number of another': [
    404,
    (by, { phones }) => by.post('/api/profile/phone/code', { phoneNumber: phones[0] }),
  ],
  'list everybody': [404, (by) => by.get('/api/admin/users')],
  'list everybody by tRPC': [403, (by) => by.get('/trpc/admin.users?input=%7B%7D')],
  'a hook to the outside': [
    404,
    (by) => by.post('/api/hooks', { url: 'https://example.com/', events: ['reminder.due'] }),
  ],
  'import a file': [404, (by) => by.post('/api/import')],
};

test('no visitor sees or changes what is of another, and none leaves the demo', async () => {
  await using server = await testServer({ env: DEMO });
  const victim = await visit(server);
  const mallory = await visit(server);
  const media = (await upload<Media[]>(victim))[0]!.id;
  await upload(victim, '/api/profile/photo');
  const photo = `data:image/png;base64,${Buffer.from(png(4, 3)).toString('base64')}`;
  await text(victim, victim.phones[0], 'A view #food', { media: [photo] });
  const noted = await victim.post<Message>('/api/messages', { content: 'Secret #diary', mediaIds: [media] });
  await until(async () => (await notesOf(victim)).find(({ media: found }) => found.length > 0));
  const boards = (await victim.get<BoardInvite[]>('/api/shared-boards')).body;
  const facts: Facts = {
    phones: victim.phones,
    message: noted.body.id,
    media,
    photoText: (await textsOf(victim)).find(({ media: found }) => found.length > 0)!.id,
    board: boards[0]!.id,
    user: (await victim.get<{ id: number }>('/api/profile')).body.id,
  };
  await until(() => server.app.outbox().every(({ state }) => state === 'delivered' || state === 'sent'));
  const look = async () =>
    [await notesOf(victim), await textsOf(victim), await victim.get('/api/profile')].map((seen) =>
      JSON.stringify(seen && 'text' in seen ? seen.text : seen),
    );
  const before = await look();
  expect((await victim.get(`/api/simulator/texts/${facts.photoText}/media/0`)).status).toBe(200);
  expect((await victim.get(`/api/media/${media}`)).status).toBe(200);
  expect((await victim.get(`/api/avatars/${facts.user}`)).status).toBe(200);

  const stranger = connect(server.url);
  const forger = connect(server.url, {
    cookies: new Map([...mallory.cookies, ['visit', 'guessed'], ['session', 'guessed']]),
  });
  for (const [about, [status, attack]] of Object.entries(ATTACKS)) {
    const answer = await attack(mallory, facts);
    expect({ about, status: answer.status }).toEqual({ about, status });
    for (const phone of facts.phones) expect(answer.text).not.toContain(phone);
    for (const other of [stranger, forger])
      expect(`${about} ${(await attack(other, facts)).status}`).toMatch(/ (401|403|404)$/);
  }
  expect(JSON.stringify([await notesOf(mallory), await textsOf(mallory)])).not.toContain('Secret');
  // the id of a text at the carrier, which another visitor may have used
  await text(mallory, mallory.phones[0], 'Once more', { id: 'same', copies: 50, held: true });
  const again = await text(victim, victim.phones[1], 'Mine', { id: 'same' });
  expect(again.text).not.toContain('Once more');
  await until(async () => (await textsOf(victim)).length > JSON.parse(before[1]!).length);
  expect((await notesOf(victim)).map(({ content }) => content)).not.toContain('Once more');
  expect((await look())[0]).toBe(before[0]!);
});

test('a text of a visitor to nobody else, and nothing beyond the limits, gets through', async () => {
  await using server = await testServer({ env: DEMO });
  const visitor = await visit(server);
  const other = await visit(server);
  const [ann] = visitor.phones;
  await inviteByText(visitor, other.phones[0], 'cabin');
  await until(async () => (await textsOf(visitor, ann)).find(({ body }) => body.includes('only invite')));
  expect(
    server.app.outbox(other.phones[0]).filter(({ kind }) => kind === 'invite' || kind === 'membership'),
  ).toEqual([]);
  expect((await text(visitor, ann, 'x'.repeat(1_531))).status).toBe(403);
  for (let n = 0; n < 210; n++) await text(visitor, ann, 'help');
  expect((await text(visitor, ann, 'One more')).status).toBe(429);
  expect((await text(other, other.phones[0], 'Mine goes on')).status).toBe(201);
  const wide = new FormData();
  wide.append('file', new File([new Uint8Array(3 * 1024 * 1024)], 'a.pdf', { type: 'application/pdf' }));
  const tooMuch = await visitor.send('/api/media', { method: 'POST', body: wide });
  expect([409, 413]).toContain(tooMuch.status);
});

test('what a demo has not named is off, by REST and by tRPC', async () => {
  await using server = await testServer({ env: DEMO });
  const visitor = await visit(server);
  const off = procedureCalls(appRouter).filter(({ name }) => !isInDemo(name));
  expect(off.length).toBeGreaterThan(80);
  for (const call of [...off, ...FILE_CALLS.filter(({ name }) => !/^(media|users)\./.test(name))]) {
    const [method = '', path = ''] = routeOf(call).split(' ');
    const { status } = await visitor.send(path.replace(/:\w+/g, '1'), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
    // a path may fit another call, which is there
    expect(`${call.name} ${status}`).toMatch(/ (400|404|405)$/);
  }
  for (const { name, type } of off) {
    const { status } = await visitor.send(
      `/trpc/${name}`,
      type === 'query' ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    );
    expect(`${name} ${status}`).toMatch(/ (403|404)$/);
  }
  for (const route of [
    'POST /mcp',
    'POST /oauth/token',
    'GET /m/x',
    'GET /p/x',
    'GET /api/docs',
    'GET /mail/stop/x',
  ]) {
    const [method = '', path = ''] = route.split(' ');
    expect({ route, status: (await visitor.send(path, { method })).status }).toEqual({ route, status: 404 });
  }
});

test('doctor says that it is a demo, and advises nothing that a demo refuses', async () => {
  await using server = await testServer({ env: DEMO });
  const findings = await examine(server.app);
  expect(findings).toContainEqual(expect.objectContaining({ name: 'Demo', value: 'at most 500 visitors' }));
  expect(findings.filter(({ advice }) => /BACKUP_DIR|PHOTO_WORDS|EMBEDDINGS/.test(advice))).toEqual([]);
});

test('real settings beside DEMO are refused, and data to keep are not deleted', () => {
  const refused = [
    { TWILIO_ACCOUNT_SID: 'AC1' },
    { SMS_GATEWAY: 'telnyx' },
    { MAIL_DOMAIN: 'notes.example.org' },
    { MEDIA_URL: 's3://notes' },
    { REPLICA_URL: 's3://notes' },
    { OIDC_ISSUER: 'https://id.example.org' },
    { HF_TOKEN: 'hf_1' },
    { EMBEDDINGS: 'on' },
    { READERS: '2' },
    { ADMIN_PHONES: '+12025550111' },
    { BACKUP_DIR: '/backups' },
    { SMS_SIMULATOR_EXPOSED: '1' },
  ];
  for (const env of refused) {
    const [name] = Object.keys(env);
    expect(() => readConfig({ DEMO: '1', ...env })).toThrow(`DEMO and ${name} are both set`);
  }
  const config = readConfig({
    DEMO: '1',
    PUBLIC_URL: 'https://try.example.org',
    HOST: '0.0.0.0',
    DATA_DIR: '/x',
  });
  expect(config).toMatchObject({ dataDir: '/x/demo', mail: null, embeddings: 'off', adminPhones: [] });
  expect(readConfig({}).demo).toBeNull();

  const folder = createDataDir();
  expect(() => emptyDemo(folder)).toThrow(ConfigError);
  expect(existsSync(join(folder, 'tagline.db'))).toBe(true);
  const demo = join(folder, 'demo');
  mkdirSync(demo);
  emptyDemo(demo);
  writeFileSync(join(demo, 'tagline.db'), 'x');
  emptyDemo(demo);
  expect(readdirSync(demo)).toEqual(['of-a-demo']);
});
