import { posix } from 'node:path';
import { type Bundle, toBundleFile } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Format, NoteFile } from './format';
import { readHtmlText } from './html-text';
import { encrypted, IN_TRASH } from './left-out';
import { tagsIn, withTitle } from './markdown-note';
import { visiblePaths } from './parts';
import { timeOrNull } from './saved-link';

// JEX is a tar, and RAW a folder, of `ID.md` for each item, and `resources/ID.png` for each file. An item is its
// title, an empty line, its text, an empty line, and its properties, of which the last is `type_`.

const ITEM = /(^|\/)[0-9a-f]{32}\.md$/;
const RESOURCE = /(^|\/)resources\/([0-9a-f]{32})(\.\w+)?$/;
const TYPE = { note: '1', folder: '2', resource: '4', tag: '5', noteTag: '6' };
/** Only small items are read whole to recognise them. */
const SMALL = 100_000;
const LOOKED_AT = 100;
const HTML = '2';
const LINK = /(!?)\[([^[\]\n]*)\]\(:\/([0-9a-f]{32})[^()\n]*\)/g;

type Item = { title: string; body: string; properties: Map<string, string> };
type Known = {
  titles: Map<string, string>;
  tags: Map<string, string[]>;
  resources: Map<string, { title: string; mime: string }>;
  paths: Map<string, string>;
  shown: Set<string>;
};

async function isJoplin(bundle: Bundle): Promise<boolean> {
  if (bundle.kind === 'file') return false;
  const items = bundle.paths.filter((path) => ITEM.test(path) && bundle.size(path) < SMALL);
  for (const path of items.slice(0, LOOKED_AT))
    if (/^type_: \d+\s*$/m.test((await bundle.text(path, SMALL).catch(() => '')).slice(-40))) return true;
  return false;
}

export const joplin: Format = {
  name: 'Joplin',
  takes: 'JEX, or RAW in a zip or folder',
  recognises: isJoplin,
  async *entries(bundle) {
    const known = await readKnown(bundle);
    for (const path of bundle.paths.filter((path) => ITEM.test(path))) {
      try {
        const item = parseItem(await bundle.text(path, NOTE_CHARACTERS_MAX));
        if (item.properties.get('type_') === TYPE.note) yield await toEntry(bundle, path, item, known);
      } catch (error) {
        yield { unreadable: path, reason: (error as Error).message };
      }
    }
    for (const path of visiblePaths(bundle))
      if (!ITEM.test(path) && !known.shown.has(path))
        yield { unreadable: path, reason: 'it is no note, and no note shows it' };
  },
};

/** Reads what the notes refer to; their texts are not kept. */
async function readKnown(bundle: Bundle): Promise<Known> {
  const known: Known = {
    titles: new Map(),
    tags: new Map(),
    resources: new Map(),
    paths: new Map(),
    shown: new Set(),
  };
  const noteTags: [note: string, tag: string][] = [];
  for (const path of bundle.paths) {
    const [, , resource] = RESOURCE.exec(path) ?? [];
    if (resource) known.paths.set(resource, path);
    if (!ITEM.test(path) || bundle.size(path) > SMALL) continue;
    const { title, properties } = parseItem(await bundle.text(path, SMALL).catch(() => ''));
    const [id = '', type] = [properties.get('id'), properties.get('type_')];
    if (type === TYPE.folder || type === TYPE.tag) known.titles.set(id, title);
    if (type === TYPE.resource) known.resources.set(id, { title, mime: properties.get('mime') ?? '' });
    if (type === TYPE.noteTag)
      noteTags.push([properties.get('note_id') ?? '', properties.get('tag_id') ?? '']);
  }
  for (const [note, tag] of noteTags)
    known.tags.set(note, [...(known.tags.get(note) ?? []), known.titles.get(tag) ?? '']);
  return known;
}

function parseItem(written: string): Item {
  const text = written.replaceAll('\r\n', '\n').trimEnd();
  const at = text.lastIndexOf('\n\n');
  const properties = new Map<string, string>();
  for (const line of text.slice(at < 0 ? 0 : at + 2).split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) properties.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const head = at < 0 ? '' : text.slice(0, at);
  const end = head.indexOf('\n');
  return {
    title: (end < 0 ? head : head.slice(0, end)).trim(),
    body: end < 0 ? '' : head.slice(end).trim(),
    properties,
  };
}

async function toEntry(bundle: Bundle, path: string, item: Item, known: Known): Promise<Entry> {
  const { title, properties } = item;
  const property = (name: string) => properties.get(name) ?? '';
  if (property('encryption_applied') === '1') return encrypted(title || path);
  if (Number(property('deleted_time')) > 0) return IN_TRASH;
  const { body, files } =
    property('markup_language') === HTML ? await readHtml(item.body) : readMarkdown(item.body, known);
  const done = property('is_todo') === '1' ? (Number(property('todo_completed')) > 0 ? '☑ ' : '☐ ') : '';
  const url = property('source_url');
  const folder = known.titles.get(property('parent_id'));
  return {
    note: {
      key: property('id'),
      text: [`${done}${withTitle(title, body)}`, body.includes(url) ? '' : url].filter(Boolean).join('\n'),
      createdAt: timeOrNull(property('user_created_time') || property('created_time')),
      tags: [...(known.tags.get(property('id')) ?? []), ...tagsIn(body), ...(folder ? [folder] : [])],
      hashtags: false,
      files: files.map((id) => toFile(bundle, title || path, id, known)),
    },
  };
}

type Content = { body: string; files: string[] };

/** A link to a note becomes its words. */
function readMarkdown(body: string, { resources, paths }: Known): Content {
  const files: string[] = [];
  const text = body.replace(LINK, (_whole, shows: string, words: string, id: string) => {
    if (resources.has(id) || paths.has(id) || shows) files.push(id);
    return shows ? '' : words;
  });
  return { body: text.trim(), files: [...new Set(files)] };
}

async function readHtml(body: string): Promise<Content> {
  const { text, sources, links } = await readHtmlText(
    (async function* () {
      yield body;
    })(),
  );
  const ids = [...sources, ...links].flatMap((address) => /^:\/([0-9a-f]{32})/.exec(address)?.[1] ?? []);
  return { body: text, files: [...new Set(ids)] };
}

function toFile(bundle: Bundle, note: string, id: string, { resources, paths, shown }: Known): NoteFile {
  const [resource, path] = [resources.get(id), paths.get(id)];
  if (!path)
    return { unreadable: `${note}, ${resource?.title || id}`, reason: 'the file is not in the export' };
  shown.add(path);
  return {
    ...toBundleFile(bundle, path, resource?.mime || undefined),
    name: resource?.title || posix.basename(path),
  };
}
