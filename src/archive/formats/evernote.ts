import { MEDIA_BYTES_MAX } from '../../contract/limits';
import type { Bundle } from '../bundle';
import type { Entry, Note, NoteFile } from './format';
import { tokensOf } from './html';
import { dataFile, readHtmlText } from './html-text';
import { encrypted } from './left-out';
import { withTitle } from './markdown-note';
import { fileFormat } from './parts';
import { timeOrNull } from './saved-link';

// ENEX is an `<en-export>` with a `<note>` for each note. Its `<content>` is a document of its own, whose
// `<en-media hash>` shows one of the `<resource>`s, with the MD5 of its bytes.

/** The longest text is a file of 16 MB in base64. */
const OPTIONS = { xml: true, max: 24_000_000, cuts: true };
const FILES_CHARACTERS_MAX = 48_000_000;
const NO_NOTEBOOK = /^(my notes|evernote|notes)$/i;

type Fields = Record<string, string>;
type Written = { fields: Fields; tags: string[]; tasks: string[]; files: NoteFile[]; characters: number };

export const evernote = fileFormat({
  name: 'Evernote',
  takes: 'ENEX, also several in a zip or folder',
  ending: /\.enex$/i,
  isStart: (start) => /<en-export[\s>]/.test(start),
  read: readExport,
});

async function* readExport(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  let note: Written | null = null;
  let part: { tag: string; fields: Fields; isCut: boolean } | null = null;
  let field = '';
  for await (const { tag, closing, text, isCut } of tokensOf(bundle, bundle.texts(path), OPTIONS)) {
    if (tag === 'note' && !closing) note = { fields: {}, tags: [], tasks: [], files: [], characters: 0 };
    else if (!note) continue;
    else if (tag === 'note') {
      yield await toEntry(bundle, path, note);
      note = null;
    } else if (/^(resource|task)$/.test(tag)) {
      if (!closing) part = { tag, fields: {}, isCut: false };
      else if (part?.tag === 'resource') addFile(note, part.fields, part.isCut);
      else if (part)
        note.tasks.push(`${part.fields.taskstatus === 'completed' ? '☑' : '☐'} ${part.fields.title ?? ''}`);
      if (closing) part = null;
    } else if (tag !== '') field = closing ? '' : tag;
    else if (field === 'tag' && !part) note.tags.push(text);
    else if (field !== '' && text.trim() !== '') {
      const fields = part?.fields ?? note.fields;
      fields[field] = (fields[field] ?? '') + text;
      if (part) part.isCut ||= isCut === true;
    }
  }
  if (note)
    yield { unreadable: note.fields.title ?? 'the last note', reason: 'the file ends in the middle of it' };
}

function addFile(note: Written, fields: Fields, isCut: boolean): void {
  const { data = '', mime = 'application/octet-stream' } = fields;
  const name = fields['file-name'] ?? null;
  const what = name ?? `a file of ${note.fields.title ?? 'a note'}`;
  note.characters += data.length;
  if (isCut)
    note.files.push({ unreadable: what, reason: `it has more than ${MEDIA_BYTES_MAX / 1024 / 1024} MB` });
  else if (note.characters > FILES_CHARACTERS_MAX)
    note.files.push({ unreadable: what, reason: 'the files of its note are too large together' });
  else {
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    note.files.push({ name, type: mime, bytes: bytes.length, read: async () => bytes });
  }
}

async function toEntry(
  bundle: Bundle,
  path: string,
  { fields, tags, tasks, files }: Written,
): Promise<Entry> {
  const title = fields.title?.trim() ?? '';
  const { content = '', created = '', 'source-url': url = '' } = fields;
  const read = await readHtmlText(once(content));
  const shown = read.sources.filter((source) => /^[0-9a-f]{32}$/i.test(source));
  const missing = new Set(shown).size - files.length;
  const body = [read.text, ...tasks, read.text.includes(url) ? '' : url].filter(Boolean).join('\n');
  const note: Note = {
    key: JSON.stringify([created, title]),
    text: withTitle(title, body),
    createdAt: toTime(created),
    tags: [...tags, ...notebookOf(bundle, path)],
    hashtags: url === '', // the text of a clipped page is not in the words of the person
    files: [
      ...files,
      ...read.sources.flatMap((source) => dataFile(source) ?? []),
      ...Array.from({ length: Math.max(0, missing) }, () => ({
        unreadable: `a file of ${title}`,
        reason: 'it is not in the export',
      })),
      ...Array.from({ length: read.encrypted }, () => encrypted(`a part of ${title}`)),
    ],
  };
  return { note };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Evernote writes `20240131T093000Z`. */
const toTime = (written: string): number | null =>
  timeOrNull(written.trim().replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6Z'));

/** A notebook is exported as a file with its name, which says something only if there are several. */
function notebookOf({ paths }: Bundle, path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.enex$/i, '');
  return paths.filter((other) => /\.enex$/i.test(other)).length > 1 && !NO_NOTEBOOK.test(name) ? [name] : [];
}
