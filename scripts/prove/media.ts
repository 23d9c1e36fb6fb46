import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, connect } from '../../tests/support/client';
import { tempFolder } from '../../tests/support/folder';
import { colorPng } from '../../tests/support/pictures';
import { until } from '../../tests/support/server';
import { startTroubledS3 } from '../../tests/support/troubled-s3';
import { freePort, type Running } from '../process';
import { type Proof, programsIn, rows, signIn, simulatedTexts } from './program';

const [PHONE, LEAVING] = ['+12025550111', '+12025550122'];
const WRITERS = 6;
type Message = { content: string; media: { url: string }[] };

export const media: Proof = async (check, { quick }) => {
  using folder = tempFolder(tmpdir());
  await using s3 = await startTroubledS3(folder.file('s3'));
  const { MEDIA_URL, ...keys } = s3.environment;
  const simulatorPort = String(freePort());
  const env = { ...keys, SIMULATOR_PORT: simulatorPort, EMBEDDINGS: 'off', PHOTO_WORDS: 'off' };
  const { serve, start } = programsIn(folder, env);
  const data = folder.file('data');
  const inS3 = { MEDIA_URL };
  let server: Running = await serve('data', inS3);
  const client = await signIn(server, PHONE, () => simulatedTexts(data, PHONE));
  const restart = async (signal: 'SIGTERM' | 'SIGKILL', more: Record<string, string>) => {
    await server.stop(signal);
    server = await serve('data', { ...more, PORT: new URL(server.url).port });
  };
  /** What was acknowledged: addresses of files, and what is in them. */
  const known = new Map<string, string>();
  const differences = async () => {
    const wrong: string[] = [];
    for (const [url, text] of known) {
      const answer = await client.get(url).catch(() => null);
      if (answer?.text !== text) wrong.push(`${url}: ${answer?.status}`);
    }
    return wrong;
  };
  const cache = join(data, 'media-cache');
  const forgetCopies = () => {
    for (const name of readdirSync(cache)) rmSync(join(cache, name), { force: true });
  };
  const add = async () => {
    const text = Array.from({ length: 50 }, () => crypto.randomUUID()).join(' ');
    const up = await upload(client, text);
    const [file] = up?.status === 201 ? up.body : [];
    if (file) known.set(file.url, text);
    return file;
  };

  s3.make({ delayMs: 30 });
  const left: string[] = [];
  const halves = () =>
    existsSync(cache) ? readdirSync(cache).filter((name) => name.endsWith('.part')) : ['no cache'];
  for (let kill = 0; kill < (quick ? 3 : 20); kill++) {
    let running = true;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (running) await add();
    });
    await until(() => known.size > 4 * kill, 20_000);
    await Bun.sleep(Math.random() * 400);
    running = false;
    await Promise.all([server.stop('SIGKILL'), ...writers]);
    server = await serve('data', { ...inS3, PORT: new URL(server.url).port });
    await until(() => halves().length === 0, 20_000).catch(() => left.push(...halves()));
  }
  s3.make({});
  forgetCopies();
  check('a kill leaves no half file', left.length === 0, left[0]);
  const lost = await differences();
  check('after kills, all files that were acknowledged are whole', lost.length === 0, lost[0] ?? known.size);

  const photo = colorPng(400, 300);
  const leaving = await signIn(server, LEAVING, () => simulatedTexts(data, LEAVING));
  await upload(leaving, photo);
  const [shown] = (await upload(client, photo))!.body;
  const [gone] = rows(
    data,
    `select u.id, file from users u join media on user_id = u.id where phone = '${LEAVING}'`,
  );
  const isGone = async () => !(await s3.names()).some((name) => name.startsWith(String(gone!.file)));
  await s3.leave();
  const refused = await upload(client, 'new');
  check('S3 away: an upload is refused with a sentence', refused?.status === 503, refused?.text);
  const near = (await client.get(shown!.url)).status === 200;
  forgetCopies();
  const far = await client.get([...known.keys()][0]!);
  const isFar = far.status === 503 && far.headers.get('retry-after') !== null;
  check('S3 away: copies are shown, others are 503', near && isFar, far.status);
  await connect(`http://127.0.0.1:${simulatorPort}`).post('/api/simulator/texts', {
    from: PHONE,
    body: 'By text',
    media: [`data:image/png;base64,${photo.toBase64()}`],
  });
  const read = async () =>
    (await client.get<Message[]>('/api/messages')).body.find(({ content }) => content === 'By text');
  check('S3 away: a text is kept without its photo', (await until(read)).media.length === 0);
  await client.delete(`/api/admin/users/${gone!.id}`);
  await restart('SIGKILL', inS3);
  await s3.comeBack();
  const failing = async () =>
    (await (await fetch(`${server.url}/metrics`)).text()).includes('media_failing 1');
  await until(async () => !(await failing()), 20_000);
  check('S3 back: uploads go on', (await add()) !== undefined);

  s3.make({ delayMs: 20 });
  const move = async (to: string, more: Record<string, string>) => {
    const killed = start('data', ['media', 'move', to], more);
    const before = (await s3.names()).length;
    await until(async () => Math.abs((await s3.names()).length - before) > 5, 20_000);
    killed.kill('SIGKILL');
    await killed.exited;
    const wrong = await differences();
    const child = start('data', ['media', 'move', to], more);
    const [meanwhile, outcome] = await Promise.all([differences(), new Response(child.stdout).json(), add()]);
    return { wrong: [...wrong, ...meanwhile, ...(await differences())], outcome };
  };
  const back = await move('folder', inS3);
  check(
    'a killed move back goes on, while all is read',
    back.wrong.length === 0,
    back.wrong[0] ?? back.outcome.say,
  );
  await restart('SIGTERM', {});
  const files = rows(data, 'select file from media where file is not null').map((row) => String(row.file));
  const here = files.filter((name) => existsSync(join(data, 'media', name)));
  check(
    'then all is in the folder',
    here.length === files.length && (await s3.names()).length === 0,
    here.length,
  );
  await restart('SIGTERM', inS3);
  const there = await move(MEDIA_URL, inS3);
  check(
    'a killed move goes on, while all is read',
    there.wrong.length === 0,
    there.wrong[0] ?? there.outcome.say,
  );
  s3.make({});
  await until(async () => (await read())?.media.length === 1, 70_000);
  check('the photo of the text came', true);
  check('what an account had that was deleted while S3 was away is gone', (await until(isGone)) === true);
  const names = await s3.names();
  const missing = rows(data, 'select file from media where file is not null').filter(
    (row) => !names.includes(String(row.file)),
  );
  check('S3 has the file of every row', missing.length === 0, `${names.length} objects`);
  await server.stop();
};

async function upload(client: Client, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  const type = typeof content === 'string' ? 'text/plain' : 'image/png';
  form.append('file', new Blob([content], { type }), 'file');
  const init = { method: 'POST', body: form };
  return client.send<{ id: number; url: string }[]>('/api/media', init).catch(() => null);
}
