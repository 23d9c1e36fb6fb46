import type { Bundle } from './bundle';
import { columnsOf } from './formats/tables';

const NAMED = 3;

/** A file that begins with another element and has no `<html>` counts as XML. */
const HTML = /^<(!doctype html|head|body|div|section|article|p|h[1-6]|ul|ol|table|span|a)\b/i;

export async function describeBundle(bundle: Bundle): Promise<string> {
  if (bundle.kind !== 'file') return describeFiles(bundle);
  const [path = ''] = bundle.paths;
  if (bundle.size(path) === 0) return 'it is empty.';
  const binary = await detectType(bundle, path);
  if (binary) return `it is ${binary}.`;
  const start = (await bundle.start(path)).replace(/^\uFEFF/, '').trimStart();
  if (start.includes('\0')) return 'it is not a text, and its kind is unknown.';
  if (/^<\?xml\b/i.test(start) && !/<html\b/i.test(start)) return `it is ${nameXml(start)}.`;
  if (HTML.test(start) || /<html\b/i.test(start)) return 'it is an HTML page.';
  if (/^<[a-z][\w:-]*[\s>]/i.test(start)) return `it is ${nameXml(start)}.`;
  if (/^[[{]/.test(start)) return 'it is a JSON file of an unknown kind.';
  if (/^BEGIN:V(CARD|CALENDAR)/i.test(start)) return 'it is a list of contacts or a calendar.';
  const columns = await columnsOf(bundle, path);
  if (columns.length > 1) return `it is a table with the columns ${listNames(columns)}.`;
  return 'it is a text of an unknown kind.';
}

function nameXml(start: string): string {
  const [, root] = /<([a-z][\w:-]*)/i.exec(start) ?? [];
  return root ? `an XML file of the kind <${root}>` : 'an XML file';
}

function describeFiles({ kind, paths }: Bundle): string {
  if (paths.length === 0) return `it is an empty ${kind}.`;
  return `it is a ${kind} with ${listNames(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)))}.`;
}

function listNames(names: string[]): string {
  const named = names.slice(0, NAMED).map((name) => `"${name.slice(0, 60)}"`);
  const more = names.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`;
}

const KINDS: [RegExp, string][] = [
  [/^application\/pdf$/, 'a PDF file'],
  [/^image\//, 'a picture'],
  [/^video\//, 'a video'],
  [/^audio\//, 'a sound'],
  [/^application\/(gzip|x-tar|x-7z-compressed|x-rar|x-bzip2|x-xz|zstd)/, 'an archive that is no zip'],
  [/^application\/(vnd\.openxmlformats|msword|x-cfb|vnd\.oasis)/, 'a document of an office program'],
  [/^application\/x-sqlite3$/, 'an SQLite database'],
];

async function detectType(bundle: Bundle, path: string): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type'); // slow to load
  for await (const chunk of bundle.chunks(path)) {
    const { mime = '' } = (await fileTypeFromBuffer(chunk.subarray(0, 8192))) ?? {};
    if (mime === '' || /xml|text/.test(mime)) return null;
    return KINDS.find(([pattern]) => pattern.test(mime))?.[1] ?? `a file of the type ${mime}`;
  }
  return null;
}
