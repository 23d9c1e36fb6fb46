import { z } from 'zod';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Format, Note, NoteFile } from './format';
import { itemReader } from './json-items';
import { hasSigns, partFormat } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

// Since version 0.31, memos exports an archive. It is a zip of `manifest.json`, and for each memo
// `memos/UID.json` and `memos/UID.md`. Before version 0.22, `GET /api/v1/memo` answers with an array.
// Versions 0.19 to 0.22 also export a zip of Markdown files, which is read as Markdown.

const words = z.string().nullish();

const attachment = z.object({ filename: z.string(), type: words, externalLink: words, path: words });
const attachments = z.array(attachment).nullish().catch(null);

const memo = z.object({
  name: words,
  uid: words,
  id: z.union([z.number(), z.string()]).nullish(),
  content: words,
  createTime: words,
  /** Seconds since 1970. */
  createdTs: z.number().nullish(),
  tags: z.array(z.string()).nullish().catch(null),
  pinned: z.boolean().nullish(),
  state: words,
  rowStatus: words,
  attachments,
  resources: attachments,
  resourceList: attachments,
});
type Memo = z.infer<typeof memo>;

const answers = partFormat({
  name: 'memos',
  takes: 'zip, or JSON of its API',
  isPart: hasSigns(
    /^\s*(\[|\{[^[]*"(memos|data)"\s*:\s*\[)\s*\{/,
    /"(createTime|createdTs)"\s*:/,
    /"(state|rowStatus)"\s*:/,
    /"content"\s*:/,
  ),
  read: itemReader(['memos', 'data'], memo, (memo, place) => ({
    note: toNote(memo, memo.content ?? '', ({ filename }) => ({
      unreadable: `${place}, ${filename}`,
      reason: 'the file is not in the export',
    })),
  })),
});

export const memos: Format = {
  ...answers,
  recognises: async (bundle) => (await isArchive(bundle)) || answers.recognises(bundle),
  async *entries(bundle, reader) {
    if (!(await isArchive(bundle))) yield* answers.entries(bundle, reader);
    else for (const path of recordsOf(bundle)) yield await readRecord(bundle, path);
  },
};

export const isArchive = async (bundle: Bundle): Promise<boolean> =>
  bundle.has(MANIFEST) &&
  recordsOf(bundle).length > 0 &&
  /"format"\s*:\s*"memos?-(export|archive)"/.test(await bundle.start(MANIFEST));

const MANIFEST = 'manifest.json';

const recordsOf = ({ paths }: Bundle) => paths.filter((path) => /^memos\/[^/]+\.json$/.test(path));

async function readRecord(bundle: Bundle, path: string): Promise<Entry> {
  try {
    const record = memo.parse(JSON.parse(await bundle.text(path, NOTE_CHARACTERS_MAX)));
    const content = await bundle.text(path.replace(/json$/, 'md'), NOTE_CHARACTERS_MAX);
    return {
      note: toNote(record, content, ({ filename, type, path: stored }) =>
        stored && bundle.has(stored)
          ? { ...toBundleFile(bundle, stored, type ?? 'application/octet-stream'), name: filename }
          : { unreadable: `${path}, ${filename}`, reason: 'the file is not in the export' },
      ),
    };
  } catch (error) {
    const isOther = error instanceof SyntaxError || error instanceof z.ZodError;
    return { unreadable: path, reason: isOther ? 'it is not a memo' : (error as Error).message };
  }
}

type Attachment = z.infer<typeof attachment>;

function toNote(memo: Memo, content: string, toFile: (attachment: Attachment) => NoteFile): Note {
  const attached = memo.attachments ?? memo.resources ?? memo.resourceList ?? [];
  const links = attached.map(({ externalLink }) => externalLink ?? '').filter(Boolean);
  const id = memo.uid ?? memo.name?.replace('memos/', '') ?? memo.id;
  const createdAt = timeOrNull(memo.createTime ?? String(memo.createdTs ?? ''));
  return {
    // the time is part of the key: ids of old versions are numbers, and two servers may use the same number
    ...(id !== undefined && id !== null && { key: JSON.stringify([id, createdAt]) }),
    text: [content.trim(), ...links].filter(Boolean).join('\n'),
    createdAt,
    tags: [
      ...(memo.tags ?? []),
      ...marksOf(
        memo.pinned && MARKS.favorite,
        [memo.state, memo.rowStatus].includes('ARCHIVED') && MARKS.archived,
      ),
    ],
    // answers of old versions have no tags, so the hashtags in the text are read
    hashtags: !memo.tags?.length,
    files: attached.filter(({ externalLink }) => !externalLink).map(toFile),
  };
}
