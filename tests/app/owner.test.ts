import { expect, test } from 'bun:test';
import { join } from 'node:path';

const OWNER = join(import.meta.dir, '../../src/app/owner.ts');

/** Runs code in a process of its own, which has the lease for some milliseconds, and returns what it printed. */
async function whileOwner(milliseconds: number, code: string): Promise<{ said: string; signal: unknown }> {
  const script = `
    import { extendLease, readRenewalsWith, requireOwner, uptime } from ${JSON.stringify(OWNER)};
    const until = (milliseconds) => ({ id: 'a', host: 'b', epoch: 1, until: uptime() + milliseconds });
    requireOwner();
    extendLease(until(${milliseconds}));
    ${code}`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
  const said = await new Response(child.stdout).text();
  await child.exited;
  return { said: said.trim(), signal: child.signalCode };
}

const say = (word: string) => `require('fs').writeSync(1, '${word} ');`;

test('a process acts while it has the lease, and ends itself at the first act after', async () => {
  const waiting = 'const end = performance.now() + 150; while (performance.now() < end);';
  const act = (word: string) => `requireOwner(); ${say(word)}`;
  expect(await whileOwner(60_000, `${waiting} ${act('one')} process.exit(0)`)).toEqual({
    said: 'one',
    signal: null,
  });
  // the event loop is blocked, so no timer can have ended it
  expect(await whileOwner(100, `${act('one')} ${waiting} ${say('late')} ${act('two')}`)).toEqual({
    said: 'one late',
    signal: 'SIGKILL',
  });
});

test('a process that is not told of a renewal ends by itself', async () => {
  const idle = `setInterval(() => {}, 10);`;
  expect(await whileOwner(50, idle)).toMatchObject({ signal: 'SIGKILL' });
  const renewed = `setTimeout(() => extendLease(until(60000)), 20); setTimeout(() => { ${say('on')} process.exit(0); }, 400);`;
  expect(await whileOwner(300, renewed)).toEqual({ said: 'on', signal: null });
});

test('news of a renewal that come late count from when it was asked for', async () => {
  const late = `extendLease(until(-1)); requireOwner(); ${say('never')}`;
  expect(await whileOwner(60_000, late)).toEqual({ said: '', signal: 'SIGKILL' });
});

test('a busy process that was renewed meanwhile goes on', async () => {
  const busy = 'const end = performance.now() + 150; while (performance.now() < end);';
  const reads = 'readRenewalsWith(() => extendLease(until(60000)));';
  expect(await whileOwner(50, `${reads} ${busy} requireOwner(); ${say('on')} process.exit(0)`)).toEqual({
    said: 'on',
    signal: null,
  });
});
