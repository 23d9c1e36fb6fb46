import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { VisibleError } from '../../app/errors';
import { countOf } from '../../contract/counts';
import type { Invocation, Outcome } from '../../start/command-line';
import { type Place, signedIn } from '../login';
import { tagOf } from '../reading';
import { TaglineError } from '../runtime';
import { lock } from './folder';
import { FolderGone, pass } from './pass';
import { openSync, type Sync } from './sync';

const EVERY_MS = 2000;
const SETTLE_MS = 1500;
const LONGEST_WAIT_MS = 60_000;
/** What a pass has made of one side may be news for the other. */
const PASSES_MAX = 5;

type Given = Pick<Invocation, 'operands' | 'options' | 'print'>;

export async function syncBoard(
  place: Place,
  { operands: [board = '', given = ''], options, print }: Given,
): Promise<Outcome> {
  const client = signedIn(place);
  const { userId } = await client.call('GET /api/auth/session');
  if (userId === null) throw new TaglineError('Please sign in.', { status: 401, code: 'unauthorized' });
  if (options.delete && options.restore)
    throw new VisibleError('BAD_REQUEST', 'Either --delete or --restore, not both.');
  const folder = resolve(given);
  mkdirSync(folder, { recursive: true });
  const unlock = lock(folder);
  try {
    const sync = openSync({
      ...{ client, folder, board: tagOf(board), own: userId },
      say: (line) => print(line, { said: line }),
      settleMs: options.once ? 0 : SETTLE_MS,
      decided: options.delete ? 'delete' : options.restore ? 'restore' : undefined,
    });
    if (!options.once) return await goOn(sync);
    await syncOnce(sync);
    const notes = Object.keys(sync.state.notes).length;
    return { say: `${folder} has ${countOf(notes, 'note')} of #${sync.board}.`, data: { folder, notes } };
  } finally {
    if (existsSync(folder)) unlock();
  }
}

export async function syncOnce(sync: Sync): Promise<void> {
  for (let passes = 0; passes < PASSES_MAX && (await pass(sync)); passes++) sync.decided = undefined;
}

async function goOn(sync: Sync): Promise<never> {
  let told = '';
  for (let failures = 0; ; ) {
    try {
      await pass(sync);
      if (told) sync.say('It goes on.');
      [failures, told, sync.decided] = [0, '', undefined];
    } catch (error) {
      if (!mayPass(error)) throw error;
      failures += 1;
      const { message } = error as Error;
      if (message !== told) sync.say(message);
      told = message;
    }
    await Bun.sleep(Math.min(EVERY_MS * 2 ** failures, LONGEST_WAIT_MS));
  }
}

const mayPass = (error: unknown) =>
  error instanceof FolderGone ||
  (error instanceof TaglineError && (error.status === 0 || error.status === 429 || error.status >= 500));
