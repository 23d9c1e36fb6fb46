import { z } from 'zod';
import type { Entry } from './format';
import { keysOf } from './json-keys';
import { treeReader } from './json-tree';
import { partFormat } from './parts';
import { toEntry } from './saved-link';

// Folders are walked without recursion, because a file may nest them as deep as it likes.

const words = z.string().nullish();
const children = z.array(z.unknown()).catch([]);

const chromeNode = z.object({ type: words, name: words, url: words, date_added: words, children });
type Open = { nodes: unknown[]; folder: string };

/** Microseconds between 1601, from which Chrome counts, and 1970. */
const CHROME_START = 11_644_473_600_000_000;

/** The file `Bookmarks` in the profile of Chrome, Edge, Brave, Vivaldi or Opera. */
export const chromeBookmarks = partFormat({
  name: 'Chrome',
  takes: 'the file Bookmarks of its profile',
  isPart: async (bundle, path) => (await keysOf(bundle, path)).has('roots.bookmark_bar'),
  read: treeReader(z.object({ roots: z.record(z.string(), z.unknown()) }), function* ({ roots }) {
    const open = Object.values(roots).map((root) => ({
      nodes: chromeNode.safeParse(root).data?.children ?? [],
      folder: '',
    }));
    for (const { node, folder } of walk(open)) {
      const { data } = chromeNode.safeParse(node);
      if (data?.type === 'folder') open.push({ nodes: data.children, folder: data.name ?? '' });
      else if (!data?.url) yield nodeEntry(data?.name);
      else {
        const micros = Number(data.date_added ?? 0);
        const time = micros > CHROME_START ? String(Math.round((micros - CHROME_START) / 1000)) : '';
        yield toEntry({ url: data.url, title: data.name, tags: [folder], time }, data.url.slice(0, 200));
      }
    }
  }),
});

const firefoxNode = z.object({
  guid: words,
  type: words,
  title: words,
  uri: words,
  tags: words,
  dateAdded: z.number().nullish(),
  annos: z.array(z.object({ name: words, value: z.unknown() })).catch([]),
  children,
});

/** Firefox keeps each tag also as a folder of its bookmarks. */
const TAGS_FOLDER = 'tags________';

export const firefoxBookmarks = partFormat({
  name: 'Firefox',
  takes: 'a backup of its bookmarks in JSON',
  isPart: async (bundle, path) => {
    const keys = await keysOf(bundle, path);
    return keys.has('guid') && keys.has('root') && keys.has('children[].guid');
  },
  read: treeReader(firefoxNode, function* (root) {
    const open: Open[] = root.children.map((child) => {
      const { data } = firefoxNode.safeParse(child);
      return { nodes: data?.guid === TAGS_FOLDER ? [] : (data?.children ?? []), folder: '' };
    });
    for (const { node, folder } of walk(open)) {
      const { data } = firefoxNode.safeParse(node);
      if (data?.type === 'text/x-moz-place-separator') continue;
      if (data?.type === 'text/x-moz-place-container')
        open.push({ nodes: data.children, folder: data.title ?? '' });
      else if (!data?.uri) yield nodeEntry(data?.title);
      else {
        const description = data.annos.find(({ name }) => name === 'bookmarkProperties/description')?.value;
        yield toEntry(
          {
            url: data.uri,
            title: data.title,
            description: typeof description === 'string' ? description : '',
            tags: [...(data.tags ?? '').split(','), folder],
            time: data.dateAdded ? String(Math.round(data.dateAdded / 1000)) : '',
          },
          data.uri.slice(0, 200),
        );
      }
    }
  }),
});

/** Folders that the caller adds to `open` are walked, too. */
function* walk(open: Open[]): Generator<{ node: unknown; folder: string }> {
  for (let at = 0; at < open.length; at += 1)
    for (const node of open[at]?.nodes ?? []) yield { node, folder: open[at]?.folder ?? '' };
}

const nodeEntry = (name: string | null | undefined): Entry => ({
  unreadable: name?.slice(0, 200) || 'a bookmark',
  reason: 'it has no address',
});
