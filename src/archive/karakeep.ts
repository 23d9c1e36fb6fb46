import type { App } from '../app/app';
import { titleOfBookmark } from './bookmarks';
import type { ArchivedMessage } from './schemas';
import { linksIn, titleOf } from './titles';

/** What karakeep imports as its own export, since 0.24; files are only named, because it takes none. */
export function* writeKarakeep(app: App, messages: Iterable<ArchivedMessage>): Generator<string> {
  const tags = new Set<string>();
  let separator = '\n';
  yield '{"bookmarks":[';
  for (const message of messages)
    for (const bookmark of toBookmarks(app, message)) {
      yield separator + JSON.stringify(bookmark);
      separator = ',\n';
      for (const tag of bookmark.lists) tags.add(tag);
    }
  const lists = [...tags].map((tag) => ({
    ...{ id: tag, name: tag, description: null, icon: '📋', type: 'manual', query: null, parentId: null },
  }));
  yield `\n],"lists":${JSON.stringify(lists)}}\n`;
}

function toBookmarks(app: App, { createdAt, content, boards, media }: ArchivedMessage) {
  const tags = boards.map(({ tag }) => tag);
  const files = media.map(({ name, type }) => `File: ${name ?? type}`).join('\n');
  const whole = [content.trim(), files].filter(Boolean).join('\n\n');
  const common = { createdAt: Math.floor(createdAt / 1000), tags, lists: tags, archived: false };
  const links = linksIn(content);
  if (links.length === 0)
    return whole
      ? [{ ...common, title: titleOf(content) || null, content: { type: 'text', text: whole }, note: null }]
      : [];
  return links.map((url) => ({
    ...common,
    title: titleOfBookmark(app, content, url),
    content: { type: 'link', url },
    note: whole === url ? null : whole,
  }));
}
