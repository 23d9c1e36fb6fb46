import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CageEnded, type CageLimits, createCage } from '../../src/outside/cage/cage';
import { readFrames, toFrame } from '../../src/outside/cage/frames';
import { createMailReader, UnreadableMail } from '../../src/outside/mail/reading';
import { png } from '../support/pictures';
import { until } from '../support/server';

const LIMITS: CageLimits = { megabytes: 700, cpuMs: 60_000, wallMs: 120_000 };
/** Takes 270 MB and seconds of the processor. */
const LARGE = png(8_000, 8_000);

async function askFor(picture: Uint8Array<ArrayBuffer>, limits: Partial<CageLimits>) {
  const cage = createCage('pictures', { ...LIMITS, ...limits }, { idleMs: 60_000 });
  try {
    return await cage.ask({ act: 'clean', type: 'image/png', bytes: picture });
  } finally {
    cage.end(new Error('over'));
  }
}

test('a cage answers what takes little', async () => {
  expect(await askFor(png(20, 10), {})).toMatchObject({ type: 'image/png', width: 20, height: 10 });
});

test('a cage ends when it takes too much memory', async () => {
  await expect(askFor(LARGE, { megabytes: 200 })).rejects.toEqual(new CageEnded('memory'));
});

test('a cage ends when it takes too much time of the processor, or of the clock', async () => {
  await expect(askFor(LARGE, { cpuMs: 300 })).rejects.toEqual(new CageEnded('time'));
  await expect(askFor(LARGE, { wallMs: 300 })).rejects.toEqual(new CageEnded('time'));
});

test('a cage that has ended starts again for the next request', async () => {
  const cage = createCage('pictures', { ...LIMITS, megabytes: 200 }, { idleMs: 60_000 });
  await expect(cage.ask({ act: 'clean', type: 'image/png', bytes: LARGE })).rejects.toThrow('memory');
  expect(cage.isRunning()).toBe(false);
  expect(await cage.ask({ act: 'clean', type: 'image/png', bytes: png(2, 2) })).toMatchObject({ width: 2 });
  cage.end(new Error('over'));
});

test('a cage without requests ends', async () => {
  const cage = createCage('pictures', LIMITS, { idleMs: 20 });
  await cage.ask({ act: 'clean', type: 'image/png', bytes: png(2, 2) });
  expect(cage.isRunning()).toBe(true);
  await until(() => !cage.isRunning());
});

test.if(process.platform === 'linux')(
  'a cage has no settings of its server, is the first victim, and ends with it',
  async () => {
    const owner = Bun.spawn([process.execPath, join(import.meta.dir, 'cage-owner.ts')], {
      env: { ...process.env, SECRET: 'hush' },
      stdin: 'ignore',
      stdout: 'pipe',
    });
    const pid = await until(
      () => readFileSync(`/proc/${owner.pid}/task/${owner.pid}/children`, 'utf8').trim() || null,
    );
    await until(() => readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim() === '1000');
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hush');
    expect(Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[16])).toBe(5); // nice
    owner.kill('SIGKILL');
    await until(() => !existsSync(`/proc/${pid}`));
  },
);

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('messages arrive whole, however their bytes are cut', async () => {
  const sent = [{ a: 1 }, { bytes: new Uint8Array(0) }, { b: 'ö', bytes: new Uint8Array([1, 2, 3]) }];
  const all = Buffer.concat(sent.map(toFrame));
  for (const size of [1, 3, 7, 1_000])
    expect(await Array.fromAsync(readFrames(inPieces(all, size)))).toEqual(sent);
});

test('a message that claims to be larger than any is refused before it is kept', async () => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(2 ** 31, 4);
  await expect(Array.fromAsync(readFrames(inPieces(header, 8)))).rejects.toThrow('too large');
});

test("a mail that breaks the limits of its format is refused at once, and is nobody else's fault", async () => {
  const reader = createMailReader();
  const part = (depth: number): string =>
    depth === 0
      ? 'Content-Type: text/plain\r\n\r\nwords\r\n'
      : `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${part(depth - 1)}--b${depth}--\r\n`;
  const bytes = new TextEncoder().encode(`From: ann@example.org\r\n${part(60)}`);
  const error = await reader.read(bytes).catch((refusal) => refusal);
  expect(error).toBeInstanceOf(UnreadableMail);
  expect(error).toMatchObject({
    tookTooMuch: false,
    message: expect.stringContaining('This mail cannot be read'),
  });
  reader.end(new Error('over'));
});
