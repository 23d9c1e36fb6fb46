import { posix } from 'node:path';
import { decodeAddress } from '../../outside/lenient';
import { parseMarkup } from '../../outside/markup';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX, splitTags } from '../notes';
import type { Entry, Format, Note } from './format';
import { readHtmlText } from './html-text';
import { openVault, toNote, unusedFiles, type Vault, withTitle } from './markdown-note';
import { isMarkdown, visiblePaths } from './parts';
import { timeOrNull } from './saved-link';

// An export is a zip of zips. Each page is `TITLE ID.md` or `.html`, in a folder with the name of its parent page.
// A database is `TITLE ID.csv`, and each row of it a page with its properties after the title.

const ID = /[ _-]([0-9a-f]{32})(_all)?(?=\.\w+$|$)/;
const PAGE = /[ _-][0-9a-f]{32}\.(md|html)$/;
const TABLE = /[ _-][0-9a-f]{32}(_all)?\.csv$/;
const INDEX = /(^|\/)index\.html$/;
/** Beginning of the styles that Notion writes into each page. */
const STYLES = '/* webkit printing magic: print all background colors */';
const PROPERTY = /^([^:\n]{1,60}): (.*)$/;
const CREATED = /^(created|created (time|at|on)|(date|time) created|creation (date|time))$/i;
const TAGS = /^(tags?|labels?|keywords?)$/i;
const NO_BOARD = /^(Export-[0-9a-f-]+|Private & Shared|Private|Shared)$/;
const TABLE_LINK = /!?\[([^[\]\n]*)\]\([^()\n]*\.csv\)/g;
const BODY = '<div class="page-body">';
const LOOKED_AT = 20;
/** HTML of a page has more characters than its words. */
const HTML_MAX = 16 * NOTE_CHARACTERS_MAX;

async function isNotion(bundle: Bundle): Promise<boolean> {
  const paths = visiblePaths(bundle);
  if (paths.some((path) => PAGE.test(path) || TABLE.test(path))) return true;
  const pages = bundle.kind === 'file' ? paths : paths.filter((path) => /\.html$/i.test(path));
  for (const path of pages.slice(0, LOOKED_AT)) if ((await bundle.start(path)).includes(STYLES)) return true;
  return false;
}

export const notion: Format = {
  name: 'Notion',
  takes: 'the zip of an export as Markdown or HTML',
  recognises: isNotion,
  async *entries(bundle) {
    const vault = openVault({ ...bundle, paths: bundle.paths.filter((path) => !INDEX.test(path)) });
    for (const path of visiblePaths(vault.bundle)) {
      if (TABLE.test(path)) yield* tableEntries(vault, path);
      else if (isMarkdown(path) || /\.html$/i.test(path) || bundle.kind === 'file') {
        vault.shown.add(path);
        yield await readPage(vault, path);
      }
    }
    yield* unusedFiles(vault);
  },
};

/** The rows of a table are pages, too. `_all` has them again. */
function* tableEntries({ bundle, shown }: Vault, path: string): Generator<Entry> {
  shown.add(path);
  const folder = `${path.replace(/(_all)?\.csv$/, '')}/`;
  const hasRows = bundle.paths.some((other) => other.startsWith(folder) && PAGE.test(other));
  if (!hasRows && !path.endsWith('_all.csv')) yield { unreadable: path, reason: 'its rows are no pages' };
}

async function readPage(vault: Vault, path: string): Promise<Entry> {
  try {
    const isHtml = !isMarkdown(path);
    const written = await vault.bundle.text(path, isHtml ? HTML_MAX : NOTE_CHARACTERS_MAX);
    const note = isHtml ? await fromHtml(vault, path, written) : fromMarkdown(vault, path, written);
    const tags = note.tags.filter((tag) => !NO_BOARD.test(tag));
    return { note: { ...note, tags, key: ID.exec(path)?.[1] ?? note.key } };
  } catch (error) {
    return { unreadable: path, reason: (error as Error).message };
  }
}

type Properties = { created: number | null; tags: string[]; lines: string[] };

/** `others` become lines of the note. */
function sortProperties(properties: [name: string, value: string][]): Properties {
  const sorted: Properties = { created: null, tags: [], lines: [] };
  for (const [name, value] of properties) {
    const time = CREATED.test(name) ? timeOrNull(value.replace(/^@/, '')) : null;
    if (time !== null) sorted.created = time;
    else if (TAGS.test(name)) sorted.tags.push(...splitTags(value.includes(',') ? value : `${value},`));
    else if (value.trim() !== '') sorted.lines.push(`${name}: ${value}`);
  }
  return sorted;
}

function fromMarkdown(vault: Vault, path: string, written: string): Note {
  const lines = written.replaceAll('\r\n', '\n').replace(TABLE_LINK, '$1').split('\n');
  const properties: [string, string][] = [];
  const isTitled = lines[0]?.startsWith('# ') && lines[1] === '';
  let end = 2;
  for (; isTitled && end < lines.length; end += 1) {
    const [, name, value = ''] = PROPERTY.exec(lines[end] ?? '') ?? [];
    if (name === undefined) break;
    properties.push([name, value]);
  }
  // without an empty line after them they are words of the page
  const isAbout = properties.length > 0 && (lines[end] ?? '') === '';
  const { created, tags, lines: kept } = sortProperties(isAbout ? properties : []);
  const rest = isAbout ? [lines[0], '', ...kept, ...lines.slice(end)] : lines;
  const note = toNote(vault, path, rest.join('\n').replace(/^# /, ''));
  return { ...note, createdAt: created ?? note.createdAt, tags: [...tags, ...note.tags] };
}

async function fromHtml(vault: Vault, path: string, written: string): Promise<Note> {
  const at = written.indexOf(BODY);
  const { title, properties } = readHeader(at < 0 ? '' : written.slice(0, at));
  const { created, tags, lines } = sortProperties(properties);
  const body = written
    .slice(Math.max(at, 0))
    .replaceAll('<div class="checkbox checkbox-on"></div>', '☑ ')
    .replaceAll('<div class="checkbox checkbox-off"></div>', '☐ ');
  const { text, sources, links } = await readHtmlText(
    (async function* () {
      yield body;
    })(),
  );
  const note = toNote(vault, path, '');
  const { bundle, shown } = vault;
  const files = [
    ...new Set([...sources, ...links].filter((address) => !/^([a-z][a-z0-9+.-]*:|#|$)/i.test(address))),
  ]
    .map((address) => posix.join(posix.dirname(path), decodeAddress(address)))
    .filter((file) => !PAGE.test(file) && !TABLE.test(file));
  return {
    text: withTitle(title, [...lines, text].join('\n').trim()),
    createdAt: created ?? bundle.modified(path),
    tags: [...tags, ...note.tags],
    hashtags: true,
    files: [...new Set(files)].map((file) => {
      if (!bundle.has(file))
        return { unreadable: `${path}, ${posix.basename(file)}`, reason: 'the file is not there' };
      shown.add(file);
      return toBundleFile(bundle, file);
    }),
  };
}

/** A property is a row of a table, with its name in `<th>` and its value in `<td>`. */
function readHeader(html: string): { title: string; properties: [string, string][] } {
  const properties: [string, string][] = [];
  let [name, value, title, inside] = ['', '', '', ''];
  for (const { tag, closing, attributes, text } of parseMarkup(html)) {
    if (tag === 'tr' && !closing) [name, value] = ['', ''];
    else if (tag === 'tr') properties.push([name.trim(), value.trim().replace(/,$/, '')]);
    else if (/^(th|td|title)$/.test(tag)) inside = closing ? '' : tag;
    else if (tag === 'span' && closing && inside === 'td' && value !== '') value += ',';
    else if (tag === 'div' && /checkbox-on/.test(attributes.class ?? '')) value += 'Yes';
    else if (inside === 'th') name += text;
    else if (inside === 'td') value += text;
    else if (inside === 'title') title += text;
  }
  return { title: title.trim(), properties };
}
