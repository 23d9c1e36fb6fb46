import { posix } from 'node:path';
import { z } from 'zod';
import { type Bundle, toBundleFile } from '../bundle';
import type { Entry, Format, NoteFile } from './format';
import { readHtmlText } from './html-text';
import { readValues } from './json-items';
import { keysOf } from './json-keys';
import { visiblePaths } from './parts';
import { timeOrNull, toEntry } from './saved-link';

// An archive of the account: `outbox.json` has the posts, `bookmarks.json` and `likes.json` only addresses.

const words = z.string().nullish();
const tag = z.object({ type: words, name: words });
/** The answers of a poll. */
const options = z.array(z.object({ name: words })).catch([]);
const post = z.object({
  id: words,
  url: words,
  /** The warning before the text. */
  summary: words,
  content: words,
  oneOf: options,
  anyOf: options,
  published: words,
  tag: z.array(tag).catch([]),
  attachment: z.array(z.object({ url: z.string(), mediaType: words, name: words })).catch([]),
});

const COLLECTION = /(^|\/)(outbox|bookmarks|likes)[^/]*$/;

async function isCollection(bundle: Bundle, path: string): Promise<boolean> {
  const keys = await keysOf(bundle, path);
  return keys.has('@context') && keys.has('orderedItems');
}

export const mastodon: Format = {
  name: 'Mastodon',
  takes: 'the archive of an account',
  async recognises(bundle) {
    for (const path of visiblePaths(bundle))
      if (bundle.kind === 'file' || COLLECTION.test(path)) if (await isCollection(bundle, path)) return true;
    return false;
  },
  async *entries(bundle) {
    const used = new Set<string>();
    let others = 0;
    const paths = visiblePaths(bundle);
    for (const path of paths)
      if (await isCollection(bundle, path)) {
        used.add(path);
        yield* readCollection(bundle, path, used);
      }
    for (const path of paths) if (!used.has(path)) others += 1;
    if (others > 0) yield { leftOut: 'other files of the account', count: others };
  },
};

async function* readCollection(bundle: Bundle, path: string, used: Set<string>): AsyncGenerator<Entry> {
  try {
    for await (const { value } of readValues(bundle, path, ['$.orderedItems.*']))
      if (typeof value !== 'string') yield await readActivity(bundle, path, value, used);
      else if (/(^|\/)likes[^/]*$/.test(path)) yield { leftOut: 'favourites of posts' };
      else yield toEntry({ url: value, tags: [] }, value.slice(0, 200) || 'an address');
  } catch (error) {
    yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
  }
}

const activity = z.object({ type: words, object: z.unknown() });

async function readActivity(bundle: Bundle, path: string, value: unknown, used: Set<string>): Promise<Entry> {
  const { data } = activity.safeParse(value);
  if (typeof data?.object === 'string') return { leftOut: 'boosts of posts' };
  const { data: written } = post.safeParse(data?.object);
  if (!written) return { unreadable: `an entry of ${path}`, reason: 'it is not like the others' };
  const { text: content } = await readHtmlText(textsOf(written.content ?? ''));
  const answers = [...written.oneOf, ...written.anyOf].map(({ name }) => `- ${name ?? ''}`);
  const text = [written.summary, content, ...answers].filter(Boolean).join('\n');
  const files = written.attachment.map((file): NoteFile => {
    const found = posix.join(posix.dirname(path), file.url.replace(/^\//, ''));
    if (!bundle.has(found))
      return { unreadable: file.url.slice(0, 200) || 'a file', reason: 'it is not in the archive' };
    used.add(found);
    return {
      ...toBundleFile(bundle, found, file.mediaType ?? undefined),
      ...(file.name && { alt: file.name }),
    };
  });
  const createdAt = timeOrNull(written.published ?? '');
  return {
    note: {
      key: written.id ?? JSON.stringify([text, createdAt]),
      text,
      createdAt,
      tags: written.tag
        .filter(({ type }) => type === 'Hashtag')
        .map(({ name }) => name?.replace('#', '') ?? ''),
      files,
    },
  };
}

async function* textsOf(html: string): AsyncGenerator<string> {
  yield html;
}
