import { posix } from 'node:path';
import { z } from 'zod';
import { type Bundle, toBundleFile } from '../bundle';
import type { Entry, NoteFile } from './format';
import { itemReader } from './json-items';
import { firstLine } from './left-out';
import { fileFormat } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

// The zip has a JSON file for each journal, and `photos/MD5.jpeg`, `videos`, `audios` and `pdfs` beside it.

const words = z.string().nullish();
const medium = z.object({ md5: words, type: words, filename: words, identifier: words });
const media = z.array(medium).nullish().catch(null);
const richText = z.object({ contents: z.array(z.object({ text: words })) });

const dayOneEntry = z.object({
  uuid: z.string(),
  creationDate: words,
  text: words,
  richText: z.unknown().optional(),
  tags: z.array(z.string()).nullish().catch(null),
  starred: z.boolean().nullish(),
  isPinned: z.boolean().nullish(),
  photos: media,
  videos: media,
  audios: media,
  pdfAttachments: media,
});
type DayOneEntry = z.infer<typeof dayOneEntry>;

const FOLDERS = { photos: 'photos', videos: 'videos', audios: 'audios', pdfAttachments: 'pdfs' } as const;
const START = /^\s*\{\s*"(metadata|entries)"\s*:/;
const SIGNS = /"(creationDevice(Type|Model)?|creationOSName|isAllDay|isPinned|richText|editingTime)"\s*:/;
const NO_JOURNAL = /^(journal|all entries)$/i;
/** Matches where an attached file is shown. */
const MOMENT = /!?\[[^[\]\n]*\]\(dayone-moment:[^()\n]*\)/g;
/** Day One writes `\` before a character that could be a mark of Markdown. */
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!~>|])/g;

export const dayOne = fileFormat({
  name: 'Day One',
  takes: 'the zip of an export as JSON',
  ending: /\.json$/i,
  isStart: (start) => START.test(start) && SIGNS.test(start),
  async *read(bundle, path) {
    const find = fileFinder(bundle, path);
    yield* itemReader(['entries'], dayOneEntry, (entry) => toEntry(bundle, path, entry, find))(bundle, path);
  },
});

type Find = (folder: string, md5: string) => string | undefined;

function fileFinder({ paths }: Bundle, journal: string): Find {
  const byStem = new Map(paths.map((path) => [path.replace(/\.\w+$/, '').toLowerCase(), path]));
  return (folder, md5) => byStem.get(posix.join(posix.dirname(journal), folder, md5).toLowerCase());
}

function toEntry(bundle: Bundle, path: string, entry: DayOneEntry, find: Find): Entry {
  const text = (
    entry.text?.trim() ? entry.text.replace(MOMENT, '').replace(ESCAPED, '$1') : richWords(entry.richText)
  )
    .replaceAll('\u200b', '')
    .trim();
  const kinds = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];
  const files = kinds.flatMap((kind) =>
    (entry[kind] ?? []).map(({ md5, filename, type }): NoteFile => {
      const found = md5 ? find(FOLDERS[kind], md5) : undefined;
      const what = `${firstLine(text) || entry.creationDate}, ${filename ?? `a file (${type ?? kind})`}`;
      if (!found) return { unreadable: what, reason: 'the file is not in the export' };
      return { ...toBundleFile(bundle, found), ...(filename && { name: filename }) };
    }),
  );
  const journal = bundle.kind === 'file' ? '' : posix.basename(path).replace(/\.json$/i, '');
  return {
    note: {
      key: entry.uuid,
      text,
      createdAt: timeOrNull(entry.creationDate ?? ''),
      tags: [
        ...(entry.tags ?? []),
        ...(journal === '' || NO_JOURNAL.test(journal) ? [] : [journal]),
        ...marksOf((entry.starred || entry.isPinned) && MARKS.favorite),
      ],
      files,
    },
  };
}

/** Old versions write `richText` as JSON in a string. */
function richWords(written: unknown): string {
  try {
    const { contents } = richText.parse(typeof written === 'string' ? JSON.parse(written) : written);
    return contents.map(({ text }) => text ?? '').join('');
  } catch {
    return '';
  }
}
