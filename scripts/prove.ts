import { tempFolder } from '../tests/support/folder';
import type { Check, Proof } from './prove/program';
import { fail } from './setup';

/**
 * `bun run prove [NAME...] [--quick]`: starts the program as people run it, makes one kind of trouble after
 * the other, and checks what comes of it. Ends with exit code 1 if a check failed.
 */
const CASES = {
  alerts: async () => (await import('./prove/alerts')).alerts,
  attacks: async () => (await import('./prove/attacks')).attacks,
  cell: async () => (await import('./prove/cell')).cell,
  clock: async () => (await import('./prove/clock')).clock,
  copies: async () => (await import('./prove/copies')).copies,
  disk: async () => (await import('./prove/disk')).disk,
  faults: async () => (await import('./prove/faults')).faults,
  install: async () => (await import('./prove/install')).install,
  kills: async () => (await import('./prove/kills')).kills,
  mail: async () => (await import('../tests/support/mail-proof')).mail,
  mcp: async () => (await import('./prove/mcp')).mcp,
  media: async () => (await import('./prove/media')).media,
  restarts: async () => (await import('./prove/restarts')).restarts,
  texting: async () => (await import('./prove/texting')).texting,
};

type Name = keyof typeof CASES;

const TMPFS = ['-t', 'tmpfs', 'tmpfs'];
const OVERLAY = ['-t', 'overlay', '-o', 'lowerdir=/usr:/etc', 'overlay'];
/** What they mount, as arguments of `mount`. */
const MOUNTS: Partial<Record<Name, string[]>> = {
  alerts: TMPFS,
  disk: TMPFS,
  install: OVERLAY,
  mail: OVERLAY,
};

const quick = process.argv.includes('--quick');
const names = process.argv.slice(2).filter((argument) => argument !== '--quick');
const unknown = names.find((name) => !(name in CASES));
if (unknown) fail(`There is no proof ${unknown}, only ${Object.keys(CASES).join(', ')}.`);

let checks = 0;
let wrong = 0;
for (const name of (names.length > 0 ? names : Object.keys(CASES)) as Name[]) {
  const unmounted = MOUNTS[name] && !canMount(MOUNTS[name]) ? 'mount a disk' : null;
  const refused =
    name === 'faults' && !(await import('./prove/strace')).canTrace() ? 'trace a process' : unmounted;
  if (refused) {
    console.log(`      ${name} is left out: it needs Linux, and the right to ${refused}\n`);
    continue;
  }
  const began = performance.now();
  const check: Check = (expected, ok, found = '') => {
    checks++;
    if (!ok) wrong++;
    console.log(`${ok ? 'ok   ' : 'WRONG'} ${name}: ${expected}${found === '' ? '' : ` (${found})`}`);
  };
  try {
    const prove: Proof = await CASES[name]();
    await prove(check, { quick });
  } catch (error) {
    check('the proof reaches its end', false, stacksOf(error));
  }
  console.log(`      ${name} took ${Math.round((performance.now() - began) / 1000)} s\n`);
}
console.log(`${checks - wrong} passed, ${wrong} failed`);
process.exit(wrong > 0 ? 1 : 0);

/** A page that closes may throw, too, after the error that ended the proof. */
function stacksOf(error: unknown): string {
  if (error instanceof SuppressedError) return `${stacksOf(error.suppressed)}\n${stacksOf(error.error)}`;
  return String((error as Error).stack);
}

function canMount(how: string[]): boolean {
  using folder = tempFolder();
  if (process.platform !== 'linux') return false;
  const { success } = Bun.spawnSync(['mount', ...how, folder.path], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  if (success) Bun.spawnSync(['umount', folder.path]);
  return success;
}
