import { z } from 'zod';
import type { Bundle } from '../bundle';
import type { Entry } from './format';
import { readHtmlText } from './html-text';
import { readItems } from './json-items';
import { encrypted, IN_TRASH } from './left-out';
import { lexicalText } from './lexical';
import { withTitle } from './markdown-note';
import { fileFormat } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

// The zip of a decrypted backup has all items in `Standard Notes Backup and Import File.txt`, which is JSON, and
// each of them again in `Items`. Tags name their notes, and in an encrypted backup all contents are texts.

const words = z.string().nullish();
const flag = z.boolean().nullish().catch(null);
const item = z.object({
  uuid: z.string(),
  content_type: words,
  created_at: words,
  deleted: flag,
  content: z
    .union([
      z.string(),
      z.object({
        title: words,
        text: words,
        noteType: words,
        trashed: flag,
        starred: flag,
        name: words,
        references: z
          .array(z.object({ uuid: z.string() }))
          .nullish()
          .catch(null),
        appData: z
          .object({ 'org.standardnotes.sn': z.object({ pinned: flag, archived: flag }).nullish() })
          .nullish()
          .catch(null),
      }),
    ])
    .nullish(),
});
type Item = z.infer<typeof item>;

export const standardNotes = fileFormat({
  name: 'Standard Notes',
  takes: 'the zip of a decrypted backup',
  ending: /\.txt$/i,
  isStart: (start) => /^\s*\{\s*"version"\s*:\s*"00\d"\s*,\s*"items"\s*:\s*\[/.test(start),
  read: readBackup,
});

async function* readBackup(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  try {
    const tags = new Map<string, string[]>();
    for await (const { content_type: type, content, deleted } of itemsOf(bundle, path))
      if (type === 'Tag' && !deleted && typeof content === 'object')
        for (const { uuid } of content?.references ?? [])
          tags.set(uuid, [...(tags.get(uuid) ?? []), content?.title ?? '']);
    for await (const found of itemsOf(bundle, path))
      yield* await toEntries(found, tags.get(found.uuid) ?? []);
  } catch (error) {
    yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
  }
}

async function* itemsOf(bundle: Bundle, path: string): AsyncGenerator<Item> {
  for await (const value of readItems(bundle, path, ['items'])) {
    const { data } = item.safeParse(value);
    if (data) yield data;
  }
}

async function toEntries(
  { uuid, content_type: type, content, created_at: created, deleted }: Item,
  tags: string[],
): Promise<Entry[]> {
  if (deleted || !content) return [];
  if (typeof content === 'string') return type === 'Note' ? [encrypted(`note ${uuid}`)] : [];
  if (type === 'SN|File')
    return [{ unreadable: content.name ?? `file ${uuid}`, reason: 'its bytes are not in the backup' }];
  if (type !== 'Note') return [];
  const { title, text, noteType, trashed, starred, appData } = content;
  if (trashed) return [IN_TRASH];
  const { pinned, archived } = appData?.['org.standardnotes.sn'] ?? {};
  const body =
    noteType === 'super'
      ? lexicalText(text ?? '')
      : noteType === 'rich-text'
        ? await htmlText(text ?? '')
        : (text ?? '');
  return [
    {
      note: {
        key: uuid,
        text: withTitle(title?.trim() ?? '', body.replaceAll('\r\n', '\n').trim()),
        createdAt: timeOrNull(created?.startsWith('1970-') ? '' : (created ?? '')),
        tags: [...tags, ...marksOf((pinned || starred) && MARKS.favorite, archived && MARKS.archived)],
      },
    },
  ];
}

async function htmlText(html: string): Promise<string> {
  const { text } = await readHtmlText(
    (async function* () {
      yield html;
    })(),
  );
  return text;
}
