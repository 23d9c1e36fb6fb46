import { posix } from 'node:path';
import { type Bundle, toBundleFile } from '../bundle';
import type { Note, NoteFile, Unreadable } from './format';
import { CODE, createFinder, type FindFile, type LinkedFile, resolveLinks } from './markdown-links';
import { parseMatter, splitMatter } from './markdown-matter';
import { isMarkdown, visiblePaths } from './parts';
import { timeOrNull } from './saved-link';

export type Vault = { bundle: Bundle; top: string; find: FindFile; shown: Set<string> };

// Matches the name of a daily note (`2024-05-06`, in Logseq `2024_05_06`), the name of a memo that memos has
// exported (`2024-05-06T10:11:12Z-PRIVATE`), or a date with words after it.
const DATED =
  /^(?<day>\d{4}[-_]\d\d[-_]\d\d)(?<clock>T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))?(?:-(?:PRIVATE|PROTECTED|PUBLIC))?(?<words>[ _-].*)?$/;
const NO_TITLE = /^Untitled( \d+)?$/i;
/** Matches the 32 hexadecimal digits that Notion adds to each name. */
const NOTION_ID = / [0-9a-f]{32}$/;
const CODES = new RegExp(CODE, 'gm');
/** The tag may have `/` between its parts, and must have a character that is not a digit. */
const TAG = /(?<=^|[\s(])#([\p{L}\p{M}\p{N}_/-]*[\p{L}_/-][\p{L}\p{M}\p{N}_/-]*)/gmu;

export function openVault(bundle: Bundle): Vault {
  const paths = visiblePaths(bundle);
  const tops = new Set(paths.map((path) => path.split('/', 1)[0]));
  const [first = ''] = paths;
  const top = tops.size === 1 && first.includes('/') ? (first.split('/', 1)[0] ?? '.') : '.';
  return { bundle, top, find: createFinder(paths, top), shown: new Set() };
}

/** Call this function after all notes are read. */
export function* unusedFiles({ bundle, shown }: Vault): Generator<Unreadable> {
  if (bundle.kind === 'file') return;
  for (const path of visiblePaths(bundle))
    if (!isMarkdown(path) && !shown.has(path))
      yield { unreadable: path, reason: 'it is no note, and no note shows it' };
}

/**
 * No line is added if the text begins with the title, or if the file name is only a date or "Untitled". The
 * time comes from the front matter, or else from the file name, or else from the last change of the file.
 */
export function toNote(vault: Vault, path: string, written: string): Note {
  const { bundle, top } = vault;
  const { matter, body } = splitMatter(written.replaceAll('\r\n', '\n'));
  const { title, tags, time, url } = parseMatter(matter ?? '');
  const name = posix.basename(path).replace(/\.\w+$/, '');
  const { day, clock = '', words } = DATED.exec(name)?.groups ?? {};
  const { text, files } = filesOf(vault, path, body);
  const content = text.trim();
  const all = content.includes(url) ? content : `${content}\n${url}`.trim();
  const folder = posix.dirname(path) === top ? '' : posix.basename(posix.dirname(path));
  const isNamed = !NO_TITLE.test(name) && (!day || words);
  return {
    key: JSON.stringify([name, content]),
    text:
      all === '' && files.length === 0
        ? ''
        : withTitle(title || (isNamed ? name.replace(NOTION_ID, '') : ''), all),
    createdAt:
      timeOrNull(time) ?? timeOrNull(`${day?.replaceAll('_', '-') ?? ''}${clock}`) ?? bundle.modified(path),
    tags: [...tags, ...tagsIn(body), ...(folder ? [folder.replace(NOTION_ID, '')] : [])],
    hashtags: false,
    files,
  };
}

export function withTitle(title: string, content: string): string {
  const [firstLine = ''] = content.split('\n', 1);
  const [given, begun] = [plain(title), plain(firstLine)];
  const isThere = given === '' ? firstLine.includes(title) : begun.includes(given);
  return isThere ? content : `${title}\n${content}`.trim();
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const tagsIn = (body: string): string[] =>
  [...body.replace(CODES, '').matchAll(TAG)].map(([, tag = '']) => tag);

/** Returns the text of a note without its links to files, and these files. */
export function filesOf(vault: Vault, path: string, written: string): { text: string; files: NoteFile[] } {
  const { text, files } = resolveLinks(written, path, vault.find);
  return { text, files: files.map((file) => toFile(vault, path, file)) };
}

function toFile({ bundle, shown }: Vault, notePath: string, { written, path, alt }: LinkedFile): NoteFile {
  if (!path) return { unreadable: `${notePath}, ${written}`, reason: 'the file is not there' };
  shown.add(path);
  return { ...toBundleFile(bundle, path), ...(alt && alt !== posix.basename(path) && { alt }) };
}
