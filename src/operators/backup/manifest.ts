import { createHash } from 'node:crypto';
import { z } from 'zod';
import { openZip, type WrittenEntry, type ZipReader } from '../../app/zip';
import { countOf } from '../../contract/counts';
import type { Progress } from './progress';

export const MANIFEST = 'manifest.json';
/** Maximum size of a manifest in bytes: enough for two million files. */
const MANIFEST_BYTES_MAX = 500_000_000;

const manifest = z.object({
  format: z.literal('tagline-backup'),
  program: z.string(),
  createdAt: z.iso.datetime(),
  /** Names of the migrations that were applied to the database. */
  schema: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** Where the files are that are not in it, and how many. */
  elsewhere: z.optional(z.object({ url: z.string(), files: z.number() })),
});
export type Manifest = z.infer<typeof manifest>;

export const elsewhereSentence = ({ elsewhere }: Pick<Manifest, 'elsewhere'>): string =>
  elsewhere?.files
    ? ` ${countOf(elsewhere.files, 'photo or file', 'photos and files')} are not in it: they are in ${elsewhere.url}.`
    : '';

export async function readManifest(zip: ZipReader): Promise<Manifest> {
  const parsed = manifest.safeParse(parseJson(await zip.text(MANIFEST, MANIFEST_BYTES_MAX)));
  if (!parsed.success) throw zip.damaged(new Error('its manifest cannot be read'));
  const listed = [...Object.keys(parsed.data.files), MANIFEST].sort();
  const isOfOtherSize = ([name, { bytes }]: [string, WrittenEntry]) => zip.size(name) !== bytes;
  if (
    listed.join('\n') !== [...zip.names].sort().join('\n') ||
    Object.entries(parsed.data.files).some(isOfOtherSize)
  )
    throw zip.damaged(new Error('its contents are not those of its manifest'));
  return parsed.data;
}

export async function verifyBackup(file: string, progress: Progress = () => {}): Promise<void> {
  using zip = await openZip(file, 'a backup of Tagline');
  const contents = await readManifest(zip);
  const total = totalBytes(contents);
  let done = 0;
  for (const [name, expected] of Object.entries(contents.files))
    for await (const chunk of readVerified(zip, name, expected)) {
      done += chunk.length;
      progress('Verifying', done, total);
    }
}

export async function* readVerified(zip: ZipReader, name: string, expected: WrittenEntry) {
  const hash = createHash('sha256');
  for await (const chunk of zip.chunks(name)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected.sha256)
    throw zip.damaged(new Error(`${name} is not as it was written`));
}

export const totalBytes = ({ files }: Manifest): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
