import { expect } from 'bun:test';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesToDelete, media } from '../../../db/schema';
import { MEDIA_CACHE } from '../../../src/app/data-folder/data-folder';
import type { Message } from '../../../src/contract/messages';
import { downloadQueued } from '../../../src/media/downloads';
import { deleteRemovedFiles, placeOf } from '../../../src/media/files';
import { tendMedia } from '../../../src/media/place/chore';
import { mediaState } from '../../../src/media/place/state';
import { removeOrphans } from '../../../src/media/place/tending';
import { remove } from '../../../src/messages/messages';
import { examine } from '../../../src/operators/health/health';
import { checkMediaPlace } from '../../../src/operators/health/media-place';
import { CHORES } from '../../../src/start/chores';
import { sendFromPhone } from '../../../src/texting/simulator';
import { ann, bob } from '../../support/cast';
import { connect } from '../../support/client';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { tempFolder } from '../../support/folder';
import { ensureUser } from '../../support/people';
import { colorPng, png } from '../../support/pictures';
import { withReaders } from '../../support/readers';
import { type TestServer, testServer } from '../../support/server';
import { testIn } from '../../support/test-in';
import { startTroubledS3, type Trouble } from '../../support/troubled-s3';
import { until } from '../../support/until';
import { upload } from '../upload';

/** Without the one that takes back a row that no message has. */
const chores = CHORES.filter(({ name }) => name !== 'delete unused uploads');

const test = testIn(async () => {
  const folder = tempFolder();
  const s3 = await startTroubledS3(folder.path);
  const server = await testServer({ env: s3.environment, chores });
  return {
    s3,
    server,
    client: server.as(bob),
    /** As on another machine. */
    forgetCopies() {
      for (const name of copies(server)) rmSync(join(server.app.config.dataDir, MEDIA_CACHE, name));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
});

const copies = ({ app }: TestServer): string[] => {
  const folder = join(app.config.dataDir, MEDIA_CACHE);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

const fileOf = ({ app }: TestServer): string => app.db.select().from(media).all().at(-1)!.file!;
const textFile = (text: string): [Uint8Array<ArrayBuffer>, string, string] => [
  new TextEncoder().encode(text),
  'text/plain',
  'note.txt',
];

test('a file is in S3 before its row, and read through a copy here', async ({
  s3,
  server,
  client,
  ...world
}) => {
  const { status, body } = await upload(client, textFile('0123456789'.repeat(100)));
  expect(status).toBe(201);
  const file = fileOf(server);
  expect(s3.asked).toContain(`PUT ${file}`);
  expect([await s3.names(), copies(server)]).toEqual([[file], [file]]);
  expect(existsSync(join(server.app.config.dataDir, 'media', file))).toBe(false);

  const { url } = body[0]!;
  world.forgetCopies();
  const all = await Promise.all([1, 2, 3].map(() => client.get(url)));
  expect(all.map(({ status, text }) => [status, text.length])).toEqual([1, 2, 3].map(() => [200, 1000]));
  expect(s3.asked.filter((line) => line === `GET ${file}`)).toHaveLength(1);
  const part = await client.get(url, { range: 'bytes=10-14' });
  expect([part.status, part.text, part.headers.get('content-type')]).toEqual([206, '01234', 'text/plain']);
  await s3.leave();
  const known = await client.get(url, { 'if-none-match': part.headers.get('etag')! });
  expect([known.status, (await client.get(url)).status]).toEqual([304, 200]);
  expect((await server.as(ann).get(url)).status).toBe(404);
});

test('a width is made once, and read from S3 by other machines', async ({ s3, server, client, ...world }) => {
  const { body } = await upload(client, [colorPng(700, 500), 'image/png', 'p.png']);
  const file = fileOf(server);
  const made = [file, `${file}-1280.webp`, `${file}-320.webp`, `${file}-640.webp`];
  await until(async () => (await s3.names()).length === made.length);
  expect(await s3.names()).toEqual(made);
  world.forgetCopies();
  s3.asked.length = 0;
  const look = await client.get(`${body[0]!.url}/320`, { accept: 'image/webp' });
  expect([look.status, look.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(s3.asked).toEqual([`GET ${file}-320.webp`]);
});

const TROUBLES: [about: string, Trouble | 'away', said: string][] = [
  ['away', 'away', 'S3 cannot be reached: check the network, MEDIA_URL'],
  ['failing', { status: 500 }, 'Trouble: status code: 500'],
  ['refusing', { status: 403 }, 'The bucket refuses the key'],
];
for (const [about, trouble, said] of TROUBLES)
  test(`while S3 is ${about}, pages and copies go on, and nothing is half stored`, async (world) => {
    const { s3, server, client } = world;
    const [away, near] = (await upload(client, textFile('far'), textFile('near'))).body;
    rmSync(join(server.app.config.dataDir, MEDIA_CACHE, server.app.db.select().from(media).all()[0]!.file!));
    if (trouble === 'away') await s3.leave();
    else s3.make(trouble);

    for (let tries = 0; tries < 4; tries++) {
      const refused = await upload(client, textFile('new'));
      expect([refused.status, refused.text, refused.headers.get('retry-after')]).toEqual([
        503,
        expect.stringContaining('Photos and files cannot be saved at the moment.'),
        '10',
      ]);
    }
    expect(server.app.db.select().from(media).all()).toHaveLength(2);
    expect(copies(server)).toHaveLength(1);
    const looks = await Promise.all(['/api/messages', near!.url, away!.url].map((url) => client.get(url)));
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 503]);
    expect(looks[2]!.headers.get('retry-after')).toBe('10');
    const bad = { name: 'Photos in S3', state: 'bad', advice: expect.stringContaining(said) };
    expect(checkMediaPlace(server.app)).toMatchObject([bad]);
    expect(await examine(server.app)).toContainEqual(expect.objectContaining(bad));
    const ready = await client.get<{ findings: unknown[] }>('/readyz');
    expect([ready.status, ready.body.findings]).toEqual([200, [expect.objectContaining(bad)]]);
    expect((await client.get('/metrics')).text).toContain('tagline_media_failing 1');

    if (trouble === 'away') await s3.comeBack();
    else s3.make({});
    await tendMedia(server.app);
    expect(checkMediaPlace(server.app)).toMatchObject([{ state: 'good' }]);
    expect((await upload(client, textFile('new'))).status).toBe(201);
    expect((await client.get(away!.url)).text).toBe('far');
  });

test('a full bucket takes no photo, and shows those that it has', async ({
  s3,
  server,
  client,
  ...world
}) => {
  const { url } = (await upload(client, textFile('old'))).body[0]!;
  world.forgetCopies();
  s3.make({ of: /PUT/, status: 507 });
  expect((await upload(client, textFile('new'))).status).toBe(503);
  expect((await client.get(url)).text).toBe('old');
  expect(checkMediaPlace(server.app)[0]?.advice).toContain('The bucket is full');
});

test('a text keeps its words while S3 is away, and gets its photo later', async ({ s3, server, client }) => {
  const { app } = server;
  await s3.leave();
  const photo = `data:image/png;base64,${png(20, 20).toBase64()}`;
  await sendFromPhone(app, { from: bob.phone, body: 'Look', media: [photo] });
  await until(() => app.db.select().from(media).get()?.failure);
  const read = async () => (await client.get<Message[]>('/api/messages')).body[0]!;
  expect(await read()).toMatchObject({ content: 'Look', media: [] });
  app.clock.advance(40 * DAY); // longer than any gateway keeps a photo
  await downloadQueued(app);
  await s3.comeBack();
  app.clock.advance(2 * MINUTE);
  await until(async () => {
    await downloadQueued(app);
    return (await read()).media.length === 1;
  });
  expect(await read()).toMatchObject({ content: 'Look', media: [{ type: 'image/png' }] });
});

test('a deleted photo leaves S3, also if S3 was away', async ({ s3, server, client }) => {
  const { app } = server;
  const { body } = await upload(client, [colorPng(400, 300), 'image/png', 'p.png']);
  const message = await client.post<Message>('/api/messages', { content: 'Look', mediaIds: [body[0]!.id] });
  await until(async () => (await s3.names()).length === 3);
  await s3.leave();
  remove(app, [message.body.id]);
  await deleteRemovedFiles(app);
  expect(app.db.select().from(filesToDelete).all()).toHaveLength(1);
  expect(copies(server)).toEqual([]);
  await s3.comeBack();
  await tendMedia(app);
  await deleteRemovedFiles(app);
  expect([await s3.names(), app.db.select().from(filesToDelete).all()]).toEqual([[], []]);
});

test('nobody waits for the S3 of another, and a cut answer leaves no half file', async (world) => {
  const { s3, server, client } = world;
  const { url } = (await upload(client, textFile('whole '.repeat(100)))).body[0]!;
  const released = Promise.withResolvers<void>();
  s3.make({ of: /PUT/, hold: released.promise });
  s3.asked.length = 0;
  const mine = upload(client, textFile('slow'));
  const other = upload(server.as(ann), textFile('slow, too'));
  await until(() => s3.asked.filter((line) => line.startsWith('PUT')).length === 2);
  expect((await client.get('/api/messages')).status).toBe(200);
  expect((await client.get(url)).status).toBe(200);
  released.resolve();
  expect([(await mine).status, (await other).status]).toEqual([201, 201]);

  world.forgetCopies();
  s3.make({ of: /GET/, cut: true });
  expect((await client.get(url)).status).toBe(503);
  expect(copies(server)).toEqual([]);
  s3.make({});
  expect((await client.get(url)).text).toBe('whole '.repeat(100));
});

test('a reader shows copies, and leaves S3 to the process that writes', async (world) => {
  const { s3, server, client } = world;
  const { url } = (await upload(client, textFile('near'))).body[0]!;
  await using beside = withReaders(server.app, 1);
  const reader = connect(beside.urls[0]!, { cookies: client.cookies });
  world.forgetCopies();
  expect((await reader.get(url)).text).toBe('near');
  const succeededAt = [server, beside.readers[0]!].map(({ app }) => mediaState(app).read.succeededAt);
  expect(succeededAt.map(Number.isFinite)).toEqual([true, false]);
  await s3.leave();
  expect((await reader.get(url)).text).toBe('near');
});

test('what belongs to no message leaves S3 after 30 days, unless its row returns', async ({ s3, server }) => {
  const { app } = server;
  const { bucket } = (await placeOf(app))!;
  const [lost, back] = ['a'.repeat(32), 'b'.repeat(32)];
  for (const name of [lost, back, `${lost}-320.webp`, 'notes.txt', 'ltx/0']) await s3.put(name, name);
  const sweep = async (days: number) => {
    app.clock.advance(days * DAY + 2 * HOUR);
    await removeOrphans(app, { bucket });
    return s3.names();
  };
  const foreign = ['ltx/0', 'notes.txt'];
  expect(await sweep(0)).toEqual([lost, back, ...foreign, `orphans/${lost}`, `orphans/${back}`]);
  expect(await sweep(29)).toContain(lost);
  app.db.$client.run("insert into media (user_id, type, file, created_at) values (?, 'text/plain', ?, 0)", [
    ensureUser(app, bob).id,
    back,
  ]);
  expect(await sweep(2)).toEqual([back, ...foreign]);
});
