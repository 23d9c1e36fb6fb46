import { z } from 'zod';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Format, Note, NoteFile } from './format';
import { TRASHED } from './parts';
import { MARKS, marksOf } from './saved-link';

// `Takeout/Keep/NAME.json` for each note, the same note as `NAME.html`, and the attachments beside them. In
// other languages the folder has another name.

/** A Takeout has 0 for an unknown time; 0 becomes null. */
const microseconds = z
  .union([z.number(), z.string()])
  .transform((written) => Math.round(Number(written) / 1000) || null)
  .nullish()
  .catch(null);
const words = z.string().nullish();

const keepNote = z.object({
  title: words,
  textContent: words,
  listContent: z.array(z.object({ text: words, isChecked: z.boolean().nullish() })).nullish(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  annotations: z.array(z.object({ url: words, title: words })).nullish(),
  attachments: z.array(z.object({ filePath: z.string(), mimetype: z.string().nullish() })).nullish(),
  isTrashed: z.boolean().nullish(),
  isPinned: z.boolean().nullish(),
  isArchived: z.boolean().nullish(),
  createdTimestampUsec: microseconds,
  userEditedTimestampUsec: microseconds,
});
type KeepNote = z.infer<typeof keepNote>;

/** A note matches all of these expressions. They are separate, because the fields may come in any order. */
const SIGNS = [/"(textContent|listContent|attachments|title)"\s*:/, /"isTrashed"\s*:/, /"isArchived"\s*:/];

const notesOf = (bundle: Bundle) => bundle.paths.filter((path) => /\.json$/i.test(path));

export const googleKeep: Format = {
  name: 'Google Keep',
  takes: 'the zip of a Takeout',
  async recognises(bundle) {
    for (const path of notesOf(bundle).slice(0, 20)) {
      const start = await bundle.start(path);
      if (SIGNS.every((sign) => sign.test(start)) || /"userEditedTimestampUsec"\s*:/.test(start)) return true;
    }
    return false;
  },
  async *entries(bundle) {
    for (const path of notesOf(bundle)) yield* await readNote(bundle, path);
  },
};

async function readNote(bundle: Bundle, path: string): Promise<Entry[]> {
  try {
    const parsed = keepNote.safeParse(JSON.parse(await bundle.text(path, NOTE_CHARACTERS_MAX)));
    if (!parsed.success) return [{ unreadable: path, reason: 'it is not a note of Google Keep' }];
    return [parsed.data.isTrashed ? { leftOut: TRASHED } : { note: toNote(bundle, path, parsed.data) }];
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not valid JSON' : (error as Error).message;
    return [{ unreadable: path, reason }];
  }
}

function toNote(bundle: Bundle, path: string, keep: KeepNote): Note {
  const { title, textContent, listContent, labels, annotations, attachments } = keep;
  const createdAt = keep.createdTimestampUsec ?? keep.userEditedTimestampUsec ?? null;
  const items = listContent?.map(({ text, isChecked }) => `${isChecked ? '☑' : '☐'} ${text ?? ''}`);
  const body = [title, textContent, items?.join('\n')].filter((part) => part?.trim()).join('\n');
  const links = annotations?.flatMap(({ url }) => (url && !body.includes(url) ? [url] : [])) ?? [];
  return {
    // the time of creation never changes, but the file name (`path`) changes with the title of the note
    key: createdAt === null ? path : String(createdAt),
    text: [body, ...links].filter(Boolean).join('\n'),
    createdAt,
    tags: [
      ...(labels?.map(({ name }) => name) ?? []),
      ...marksOf(keep.isPinned && MARKS.favorite, keep.isArchived && MARKS.archived),
    ],
    files: attachments?.map((attachment) => findFile(bundle, path, attachment)) ?? [],
  };
}

/** The same photo may have the ending `.jpeg` in the note and `.jpg` in the zip, or the other way round. */
function findFile(
  bundle: Bundle,
  notePath: string,
  { filePath, mimetype }: { filePath: string; mimetype?: string | null },
): NoteFile {
  const folder = notePath.slice(0, notePath.lastIndexOf('/') + 1);
  const names = [filePath, filePath.replace(/\.jpeg$/, '.jpg'), filePath.replace(/\.jpg$/, '.jpeg')];
  const path = names.map((name) => folder + name).find(bundle.has);
  return path
    ? toBundleFile(bundle, path, mimetype ?? 'application/octet-stream')
    : { unreadable: folder + filePath, reason: 'it is not in the zip' };
}
