import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { decodeAddress } from '../../outside/lenient';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Format, NoteFile } from './format';
import { dataFile, readHtmlText } from './html-text';
import { isMarkdown, TRASHED, visiblePaths } from './parts';
import { isChat } from './whatsapp-times';

// A copy of one's data from privacy.apple.com has a folder for each note, with `TITLE.txt` and the
// attachments in it. Scripts, shortcuts and exporters write a `.txt` or `.html` file for each note, in
// folders with the names of the folders in the app.

const OWN_FOLDER = /^(i?cloud|(icloud )?notes|on my (mac|iphone|ipad)|exported notes|apple notes)$/i;
const TRASH = /(^|\/)Recently Deleted\//i;
/** A zip or folder with such a file is not read as notes. */
const OF_PAGE = /\.(css|js|mjs|php)$/i;
/** Matches HTML of Apple's own converter, and HTML that begins with a text element instead of `<html>`. */
const NOTE_HTML = /Cocoa HTML Writer|^\s*<(div|h1|p|ul|ol|b|span|body)( style="[^"]*")?>(?![\s\S]*<script)/i;
const PAGE = /<(script|link|form|nav)\b|NETSCAPE-Bookmark|<title>[^<]*\bExport\b/i;
// Matches the beginning of a file that is not prose: JSON, XML, contacts, calendars, mail, Windows settings.
const NO_PROSE = /^\s*([[{<]|BEGIN:|From |[\w-]+: .*\n[\w-]+: )/;
/** Character that stands for an attachment in a text. */
const OBJECT = '\uFFFC';
/** Matches characters that occur in most binary files, but not in texts. */
const CONTROLS = /[\x00-\x08\x0e-\x1a\uFFFD]/;
const HEADER = /^"?\w[\w -]*"?([,;\t]"?\w[\w -]*"?)+$/;

export const appleNotes: Format = {
  general: true,
  name: 'Apple Notes',
  takes: 'text or HTML, one or a zip or folder',
  async recognises(bundle) {
    const paths = visiblePaths(bundle);
    if (bundle.kind === 'file') return (await kindOf(bundle, paths[0] ?? '')) !== null;
    if (paths.some((path) => OF_PAGE.test(path) || isMarkdown(path))) return false;
    for (const path of paths.filter(isNamedLikeNote).slice(0, LOOKED_AT))
      if ((await kindOf(bundle, path)) !== null) return true;
    return false;
  },
  async *entries(bundle) {
    const folders = sortFolders(bundle);
    const trashed = visiblePaths(bundle).filter((path) => TRASH.test(path) && isNamedLikeNote(path));
    if (trashed.length > 0) yield { leftOut: TRASHED, count: trashed.length };
    const shown = new Set<string>();
    for (const { notes, others } of folders.values())
      for (const path of notes) yield await readNote(bundle, path, { notes, others }, shown);
    for (const { others } of folders.values())
      for (const path of others)
        if (!shown.has(path)) yield { unreadable: path, reason: 'it is no note, and no note shows it' };
  },
};

type Folder = { notes: string[]; others: string[] };

function sortFolders(bundle: Bundle): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  for (const path of visiblePaths(bundle)) {
    if (TRASH.test(path)) continue;
    const folder = folders.get(posix.dirname(path)) ?? { notes: [], others: [] };
    folders.set(posix.dirname(path), folder);
    (bundle.kind === 'file' || isNamedLikeNote(path) ? folder.notes : folder.others).push(path);
  }
  return folders;
}

const LOOKED_AT = 20;

const isNamedLikeNote = (path: string) => /\.(txt|html?)$/i.test(path);

async function kindOf(bundle: Bundle, path: string): Promise<'text' | 'html' | null> {
  const start = (await bundle.start(path)).replace(/^\uFEFF/, '');
  if (start.trim() === '' || CONTROLS.test(start) || start.startsWith('%PDF')) return null;
  if (NOTE_HTML.test(start) && !PAGE.test(start)) return 'html';
  if (bundle.kind !== 'file' && /^\s*<(!doctype html|html)\b/i.test(start) && !PAGE.test(start))
    return 'html';
  return NO_PROSE.test(start) || isChat(start) || (bundle.kind === 'file' && isOther(start)) ? null : 'text';
}

function isOther(start: string): boolean {
  const lines = start.split(/\r?\n/).slice(0, 4).filter(Boolean);
  if (HEADER.test(lines[0] ?? '') || /^#{1,6} /.test(start)) return true;
  return [',', ';', '\t'].some((separator) => {
    const [first = 0, ...others] = lines.map((line) => line.split(separator).length);
    return first > 1 && others.length > 0 && others.every((count) => count === first);
  });
}

async function readNote(bundle: Bundle, path: string, folder: Folder, shown: Set<string>): Promise<Entry> {
  try {
    const kind = await kindOf(bundle, path);
    if (kind === null && (await bundle.start(path)).trim() !== '')
      return { unreadable: path, reason: 'it is no note' };
    const { text, files } =
      kind === 'html' ? await readHtml(bundle, path) : await readText(bundle, path, folder);
    for (const file of files) if ('path' in file) shown.add(file.path);
    const title = posix
      .basename(path)
      .replace(/\.\w+$/, '')
      .trim();
    const digest = createHash('sha256').update(text).digest('base64url');
    return {
      note: {
        key: JSON.stringify([title, digest]),
        text,
        createdAt: bundle.modified(path),
        tags: tagsOf(path, title),
        files: files.map(({ file }) => file),
      },
    };
  } catch (error) {
    return { unreadable: path, reason: (error as Error).message };
  }
}

type Content = { text: string; files: Shown[] };
type Shown = { file: NoteFile; path: string } | { file: NoteFile };

/** If the folder of the note has no other note, the other files of the folder are the attachments. */
async function readText(bundle: Bundle, path: string, { notes, others }: Folder): Promise<Content> {
  const written = await bundle.text(path, NOTE_CHARACTERS_MAX);
  const text = written.replace(/\r\n?/g, '\n').replaceAll(OBJECT, '').trim();
  const isAlone = bundle.kind !== 'file' && notes.length === 1 && path.includes('/');
  return { text, files: isAlone ? others.map((other) => shownFile(bundle, other)) : [] };
}

async function readHtml(bundle: Bundle, path: string): Promise<Content> {
  const { text, sources } = await readHtmlText(bundle.texts(path));
  return {
    text: text.slice(0, NOTE_CHARACTERS_MAX),
    files: sources.flatMap((source) => findSource(bundle, path, source)),
  };
}

/** Returns an empty array for a picture on a web site, because an import does not use the network. */
function findSource(bundle: Bundle, notePath: string, source: string): Shown[] {
  const inside = dataFile(source);
  if (inside) return [{ file: inside }];
  if (/^[a-z][\w+.-]*:/i.test(source) && !/^file:/i.test(source)) return [];
  const path = posix.join(posix.dirname(notePath), decodeAddress(source.replace(/^file:\/*/i, '')));
  if (bundle.has(path)) return [shownFile(bundle, path)];
  return [{ file: { unreadable: `${notePath}, ${source.slice(0, 100)}`, reason: 'the file is not there' } }];
}

const shownFile = (bundle: Bundle, path: string): Shown => ({ file: toBundleFile(bundle, path), path });

/** Skips a folder that has the same name as the note, because that folder has only this note. */
function tagsOf(path: string, title: string): string[] {
  const folders = posix
    .dirname(path)
    .split('/')
    .filter((folder) => folder !== '.' && folder.trim() !== title);
  const folder = folders.at(-1);
  // the outermost folder is no tag, because it is the folder of the whole export
  return folder && folders.length > 1 && !OWN_FOLDER.test(folder) ? [folder] : [];
}
