import { Database } from 'bun:sqlite';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../../app/config/config';
import { DATABASE } from '../../app/data-folder/data-folder';
import { ConfigError } from '../../app/errors';
import { countOf } from '../../contract/counts';
import { checkDatabase } from '../backup/database-copy';
import type { Progress } from '../backup/progress';
import { refuseForeign } from '../backup/restore';
import { newestTarget } from './epochs';
import { download } from './restore-copy';

type Counts = { messages: number; people: number; newest: string | null };
export type Drill = { url: string; seconds: number; hasKeys: boolean; copy: Counts; here: Counts | null };

/** Restores the newest copy into a temporary folder, and throws an error if it is not whole. */
export async function drillCopy(config: Config, progress: Progress): Promise<Drill> {
  const target = await newestTarget(config);
  if (!target) throw new ConfigError('There is no copy to try: set REPLICA_URL.');
  const folder = mkdtempSync(join(tmpdir(), 'tagline-drill-'));
  try {
    const file = join(folder, DATABASE);
    const began = performance.now();
    progress('Restoring', 0, 0);
    const keys = await download(config, { target, at: null }, file);
    progress('Checking', 0, 0);
    refuseForeign(checkDatabase(file, `The database in ${target.url}`), target.url);
    const seconds = (performance.now() - began) / 1000;
    const own = join(resolve(config.dataDir), DATABASE);
    const here = existsSync(own) ? countRows(own) : null;
    return { url: target.url, seconds, hasKeys: keys !== null, copy: countRows(file), here };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function drillSentence({ url, seconds, hasKeys, copy, here }: Drill): string {
  const rows = ({ messages, people }: Counts) =>
    `${countOf(messages, 'message')} of ${countOf(people, 'person', 'people')}`;
  const [copied, own] = [copy, here].map((counts) => Date.parse(counts?.newest ?? ''));
  const behind = Math.max(0, (own! - copied!) / 1000);
  const age = Number.isNaN(behind) ? '' : `, ${behind.toFixed(1)} s older than the newest here`;
  return [
    `${url} was restored for a trial in ${seconds.toFixed(1)} s, and is whole.`,
    `It has ${rows(copy)}${here ? `; here are ${rows(here)}` : ''}.`,
    copy.newest ? `Its newest message or text is of ${copy.newest}${age}.` : 'It has no message or text.',
    hasKeys ? 'The keys are beside it.' : 'The keys are not beside it: set REPLICA_PASSPHRASE.',
  ].join(' ');
}

function countRows(file: string): Counts {
  using sqlite = new Database(file, { readonly: true });
  const { at, ...counts } = sqlite
    .query<{ messages: number; people: number; at: number | null }, []>(
      `select (select count(*) from messages) as messages, (select count(*) from users) as people,
              (select max(at) from (select max(created_at) as at from messages
                                    union all select max(created_at) from outbox)) as at`,
    )
    .get()!;
  return { ...counts, newest: at === null ? null : new Date(at).toISOString() };
}
