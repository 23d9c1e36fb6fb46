import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../app/config/config';
import { parseTarget, type Target } from '../../app/config/replica';
import { DATABASE } from '../../app/data-folder/data-folder';
import { VisibleError } from '../../app/errors';
import { readBeside } from '../../outside/litestream/client';
import { explainCopyError } from '../../outside/litestream/errors';
import { fetchCopy, findLitestream } from '../../outside/litestream/litestream';
import type { Progress } from '../backup/progress';
import { type Restored, restoreFrom, type Source } from '../backup/restore';
import { decryptKeys, KEYS } from './keys';

export const copyLacks = ({ media }: Config): string =>
  media.target
    ? `Photos are in ${media.target.url}.`
    : 'Photos are not in copies: those in the folder stay, and a backup of BACKUP_DIR has others in its folder media.';

export const isCopy = (operand: string) => /^(s3|file):\/\//.test(operand);

type Copy = { target: Target; at: string | null };

export function parseCopy(operand: string, now: number): Copy {
  const [, url = operand, moment = null] = /^(.*?)(?:@(\d{4}-\d\d[^@/]*))?$/.exec(operand) ?? [];
  const target = parseTarget(url);
  if (!target)
    throw new VisibleError('BAD_REQUEST', `${url} is no copy: write s3://BUCKET/PATH or file:///FOLDER.`);
  if (moment === null) return { target, at: null };
  const zoned = /T.*(Z|[+-]\d\d:?\d\d)$|^[^T]*$/.test(moment) ? moment : `${moment}Z`;
  const time = Date.parse(zoned);
  if (Number.isNaN(time) || time > now)
    throw new VisibleError(
      'BAD_REQUEST',
      `${moment} is no moment of the past: write it as 2026-11-23T10:00, which is UTC, or with a zone as 2026-11-23T10:00+01:00.`,
    );
  return { target, at: new Date(time).toISOString() };
}

/** Returns the keys beside the copy, or null without a passphrase or keys. */
export async function download(
  { replica }: Config,
  { target, at }: Copy,
  to: string,
): Promise<Map<string, Buffer> | null> {
  const litestream = await findLitestream(replica);
  const folder = mkdtempSync(join(tmpdir(), 'tagline-copies-'));
  try {
    const bytes = replica.passphrase && (await readBeside(target, replica.s3, KEYS));
    const keys = bytes && replica.passphrase ? decryptKeys(bytes, replica.passphrase) : null;
    await fetchCopy(litestream, { target, folder, to, at });
    return keys;
  } catch (error) {
    if (error instanceof VisibleError) throw error;
    throw new VisibleError('BAD_REQUEST', `${target.url} cannot be restored: ${explainCopyError(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function restoreCopy(config: Config, operand: string, progress: Progress): Promise<Restored> {
  const copy = parseCopy(operand, Date.now());
  return restoreFrom(config.dataDir, { ...copyOf(config, copy, progress), label: operand });
}

export const copyOf = (config: Config, copy: Copy, progress: Progress = () => {}): Source => ({
  label: copy.target.url,
  bytes: null,
  async unpack(into) {
    progress('Downloading', 0, 0);
    const keys = await download(config, copy, join(into, DATABASE));
    for (const [name, content] of keys ?? [])
      if (!existsSync(join(config.dataDir, name))) writeFileSync(join(into, name), content, { flush: true });
    return { createdAt: copy.at, isWhole: false };
  },
});
