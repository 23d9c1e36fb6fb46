import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FORMATS } from '../../src/archive/export-formats';
import type { Message } from '../../src/contract/messages';
import { FIXTURES, fixturePath } from '../archive/fixtures';
import { takeout } from '../archive/keep-takeout';
import { openSmtpServer } from '../outside/mail/smtp-server';
import { ann, bob, cho, dee, eve } from '../support/cast';
import { connect } from '../support/client';
import { startExecutable } from '../support/executable';
import { come, startIdentityProvider } from '../support/identity-provider';
import { png } from '../support/pictures';
import { until } from '../support/server';
import { startSignalwire } from '../support/signalwire';
import { startSmsGate } from '../support/smsgate';
import { freePort, smtpClient } from '../support/smtp-client';
import { startTelnyx } from '../support/telnyx';
import { startTwilio } from '../support/twilio';

const ROOT = join(import.meta.dir, '../..');

/** Modules that the server loads only when it needs them, and what needs them in the executable. */
const LAZY = {
  'every-call.test.ts': [
    '../archive/export',
    './job-steps',
    '@block65/webcrypto-web-push',
    '@fastify/busboy',
    '@simplewebauthn/server',
    'file-type',
    'reflect-metadata',
    './formats/formats',
    './mail/simulated',
  ],
  'every-feature.test.ts': [
    '../../outside/mail/imap',
    '../archive/caged-files',
    '../outside/mail/caged-mails',
    '../texting/inbound',
    '../texting/mail/lines',
    './authentication',
    './mailbox',
    '../media/decoding',
    '../media/words/reading-photos',
    './smtp-sending',
    './heic',
    './inbound',
    './mcp',
    './page',
    './web-request',
    '@modelcontextprotocol/server',
    '@streamparser/json',
    'chrono-node/en',
    'jose',
    'openid-client',
    'twilio',
    'yauzl',
  ],
  '../client/sync-executable.test.ts': ['./sync/syncing'],
  '../client/executable.test.ts': ['./logging-in', './reading', './sending', './watching'],
  'cell.test.ts': ['../../outside/lease/lease', '../copies/epochs', './cell/lease-pipe'],
  'executable.test.ts': ['./backup', './dialogue', '@huggingface/inference'],
  'readers.test.ts': ['./readers/readers'],
  'setup/flags.test.ts': ['./first-text'],
  '../../scripts/prove/copies.ts': [
    '../operators/copies/copying',
    '../../outside/litestream/errors',
    '../../outside/litestream/litestream',
  ],
  '../../scripts/prove/media.ts': ['./place/store', './tending'],
};

/** Threads, and what starts them in the executable. */
const THREADS = {
  'every-feature.test.ts': ['knn', 'log', 'model', 'watch'],
  'executable.test.ts': ['data'],
};

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesOf(join(path, name))) : [path];

test('every module that loads late has a feature that the executable runs', () => {
  const sources = [...new Bun.Glob('src/**/*.ts').scanSync(ROOT)].filter((file) => file !== 'src/main.ts');
  const lazy = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:\bimport|\brequire)\('([^']+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect([...new Set(lazy)].sort()).toEqual(Object.values(LAZY).flat().sort());
  const threads = sources.flatMap((file) => /\b(?!idle)([a-z]+)-worker\.ts$/.exec(file)?.[1] ?? []);
  expect(threads.sort()).toEqual(Object.values(THREADS).flat().sort());
});

test('the executable imports each format, and exports each of its own', async () => {
  await using program = await startExecutable();
  let client = await program.signIn(ann.phone);
  const upload = async (name: string, files: Record<string, Uint8Array<ArrayBuffer>>) => {
    const form = new FormData();
    for (const [path, bytes] of Object.entries(files)) form.append('file', new Blob([bytes]), path);
    const { body } = await client.send<{ id: number }>('/api/import?look=1', { method: 'POST', body: form });
    const job = await until(async () => {
      const { body: now } = await client.get<{ state: string; format: string; error: string }>(
        `/api/import/${body.id}`,
      );
      return now.state === 'looking' ? null : now;
    });
    return { name, state: job.state, format: job.format };
  };
  const seen = [];
  for (const [n, name] of Object.keys(FIXTURES).entries()) {
    // nobody may import much more in an hour
    if (n % 25 === 24) client = await program.signIn([bob, cho, dee, eve][Math.floor(n / 25)]!.phone);
    const files = filesOf(fixturePath(name)).map((file) => [
      file.slice(fixturePath(name).length + 1) || name,
      new Uint8Array(readFileSync(file)),
    ]);
    seen.push(await upload(name, Object.fromEntries(files)));
  }
  seen.push(await upload('takeout', { 'takeout.zip': new Uint8Array(await takeout(2)) }));
  seen.push(await upload('csv', { 'notes.csv': Buffer.from('content,tags\nMilk,food\n') }));
  for (const format of Object.keys(FORMATS)) {
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(`${program.url}/api/export?format=${format}`, { headers: { cookie } });
    expect({ format, status: response.status }).toEqual({ format, status: 200 });
    const own = await response.bytes();
    if (format === 'json') seen.push(await upload('own', { 'own.zip': own }));
  }
  const wanted = Object.entries(FIXTURES).map(([name, format]) => ({ name, state: 'looked', format }));
  expect(seen).toEqual([
    ...wanted,
    { name: 'takeout', state: 'looked', format: 'Google Keep' },
    { name: 'csv', state: 'looked', format: 'CSV' },
    { name: 'own', state: 'looked', format: 'Tagline' },
  ]);
  expect(await program.stop()).toEqual([]);
});

test('the executable signs in with an identity provider, until that says otherwise', async () => {
  await using provider = await startIdentityProvider({
    ann: { phone_number: ann.phone, phone_number_verified: true },
  });
  await using program = await startExecutable(undefined, provider.env);
  provider.register(program);
  const cookies = new Map<string, string>();
  const { browser, body } = await come(provider, connect(program.url), 'ann', cookies);
  expect(body.signedIn?.user.phoneNumber).toBe(ann.phone);
  const isSignedIn = async () =>
    (await browser.get<{ authenticated: boolean }>('/api/auth/session')).body.authenticated;
  expect(await isSignedIn()).toBe(true);
  await provider.logOut(cookies);
  expect(await isSignedIn()).toBe(false);
  expect(await program.stop()).toEqual([]);
});

test('the executable reads photos, finds by meaning, reminds and serves assistants', async () => {
  await using program = await startExecutable();
  const client = await program.signIn(ann.phone);
  const add = (content: string, more: object = {}) =>
    client.post<Message>('/api/messages', { content, tags: ['box'], ...more });
  const found = (q: string) =>
    until(async () => (await client.get<Message[]>(`/api/messages/search?q=${q}`)).body[0]);

  await add('paracetamol is in the drawer');
  const form = new FormData();
  for (const name of ['media/iphone.heic', 'media/ocr/sign-3.jpg'])
    form.append('file', Bun.file(join(ROOT, 'tests', name)));
  const { body: files } = await client.send<{ id: number; type: string }[]>('/api/media', {
    method: 'POST',
    body: form,
  });
  expect(files.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg']);
  await add('two photos', { mediaIds: files.map(({ id }) => id) });
  expect((await found('medicine'))!.content).toContain('paracetamol');
  expect((await found('boiler'))!.content).toContain('two photos');

  await program.simulator.post('/api/simulator/texts', { from: ann.phone, body: 'REMIND call mum fri 9am' });
  const { body: reminders } = await client.get<unknown[]>('/api/reminders');
  expect(reminders).toHaveLength(1);

  const { body: made } = await client.post<{ token: string }>('/api/tokens', {
    name: 'agent',
    scope: 'write',
  });
  const mcp = new McpClient({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${made.token}` } };
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${program.url}/mcp`), { requestInit }));
  const { structuredContent } = await mcp.callTool({ name: 'search', arguments: { query: 'drawer' } });
  expect(structuredContent).toMatchObject({ results: [{ text: expect.stringContaining('paracetamol') }] });
  await mcp.close();

  // only a checkpoint writes to the file itself
  const changedAt = () => statSync(program.database).mtimeMs;
  const before = changedAt();
  for (let n = 0; n < 60; n++) await add(`${n} ${'long '.repeat(1_900)}`);
  await until(() => changedAt() > before);
  expect(await program.stop()).toEqual([]);
});

const LINES = {
  Twilio: startTwilio,
  SignalWire: startSignalwire,
  Telnyx: startTelnyx,
  SMSGate: startSmsGate,
};

test.each(Object.keys(LINES) as (keyof typeof LINES)[])(
  'the executable takes a text with a photo over %s, and answers',
  async (name) => {
    await using line = await LINES[name]({});
    await using program = await startExecutable(line);
    const photo = { type: 'image/png', contentType: 'image/png', bytes: png(40, 30) };
    await line.text(program, bob.phone, 'Milk #food', [photo]);
    const client = await program.signIn(bob.phone);
    const messages = () => client.get<Message[]>('/api/messages');
    const [message] = (await messages()).body;
    expect(message).toMatchObject({ content: 'Milk #food', tags: ['food'] });
    if (name !== 'SMSGate') await until(async () => (await messages()).body[0]?.mediaType === 'image/png');
    expect((await program.run(['doctor'])).stdout).toContain('ok    Last text in:');
    expect(await program.stop()).toEqual([]);
  },
);

test('the executable sends mails', async () => {
  await using server = await openSmtpServer();
  const env = { MAIL_DOMAIN: 'notes.example', MAIL_SEND: server.url };
  await using program = await startExecutable(undefined, env);
  const client = await program.signIn(ann.phone);
  await client.post('/api/mail/address', { address: 'ann@example.org' });
  expect(await until(() => server.arrived[0])).toMatchObject({
    to: 'ann@example.org',
    raw: expect.stringContaining('/mail/confirm/'),
  });
  expect(await program.stop()).toEqual([]);
});

test('the executable takes in mails, and proves who wrote those to the common address', async () => {
  const port = await freePort();
  const domain = 'notes.example.org';
  await using program = await startExecutable(undefined, {
    MAIL_DOMAIN: domain,
    MAIL_LISTEN: `127.0.0.1:${port}`,
    MAIL_IMAP: 'imap://box:secret@127.0.0.1:9', // answers nobody
  });
  const client = await program.signIn(ann.phone);
  const { address } = (await client.post<{ address: string }>('/api/notes-by-mail', {})).body;
  using smtp = await smtpClient(port);
  expect(await smtp.startTls()).toStartWith('220');
  const mail = 'From: ann@localhost\nSubject: Milk\n\nand bread #food\n';
  expect(await smtp.send([address], mail)).toBe('250 250 354 250');
  expect(await smtp.send([`notes@${domain}`], mail)).toBe('250 250 354 550');
  const { body } = await client.get<Message[]>('/api/messages');
  expect(body).toMatchObject([{ content: 'Milk\nand bread #food', tags: ['food'] }]);
});
