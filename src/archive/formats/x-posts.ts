import { z } from 'zod';
import type { LeftOut } from './format';
import { linkReader } from './json-items';
import { hasKeys } from './json-keys';
import { hasColumns, linkRowReader, partFormat } from './parts';
import type { SavedLink } from './saved-link';

// X itself exports no bookmarks. The extension twitter-web-exporter saves them as JSON or CSV.

const words = z.string().nullish();
const post = z.object({
  full_text: words,
  screen_name: words,
  name: words,
  url: words,
  created_at: words,
  media: z.array(z.unknown()).optional().catch([]),
});
type Post = z.infer<typeof post>;

const isJson = hasKeys([''], 'full_text', 'screen_name', 'bookmark_count', 'url');
const isTable = hasColumns('full_text', 'screen_name', 'bookmark_count', 'url');

const readTable = linkRowReader((cell): SavedLink | LeftOut => {
  const [full_text, screen_name, name] = [cell('full_text'), cell('screen_name'), cell('name')];
  // the extension writes the end of a line as a backslash and an n
  const text = full_text.replaceAll('\\r', '').replaceAll('\\n', '\n');
  return toLink({ full_text: text, screen_name, name, url: cell('url'), created_at: cell('created_at') });
});

export const xPosts = partFormat({
  name: 'X',
  takes: 'JSON or CSV of twitter-web-exporter',
  isPart: async (bundle, path) => (await isJson(bundle, path)) || (await isTable(bundle, path)),
  async *read(bundle, path, reader) {
    if (await isTable(bundle, path)) return yield* readTable(bundle, path, reader);
    let files = 0;
    yield* linkReader([], post, (post) => {
      files += post.media?.length ?? 0;
      return toLink(post);
    })(bundle, path);
    if (files > 0) yield { leftOut: 'pictures and videos of posts', count: files };
  },
});

function toLink({ full_text, screen_name, name, url, created_at }: Post): SavedLink {
  const author = [name, screen_name && `(@${screen_name})`].filter(Boolean).join(' ');
  return { url: url ?? '', title: author, description: full_text, tags: [], time: created_at };
}
