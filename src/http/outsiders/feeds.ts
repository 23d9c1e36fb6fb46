import type { App } from '../../app/app';
import type { PublishedBoard } from '../../boards/pages/pages';
import { LICENCES } from '../../contract/page-choices';
import { shorten } from '../../contract/text';
import { listShown, type ShownMessage } from '../../messages/shown';
import { type Entry, type Feed, toAtom, toJsonFeed } from '../feed';
import { answerUnlessKnown, hasWords, htmlHeaders } from './html';

const ENTRIES = 50;
const TITLE_MAX = 80;

export function answerFeed(
  app: App,
  request: Request & { params: { address: string } },
  board: PublishedBoard,
  form: 'atom' | 'json',
): Response {
  const pageUrl = `${app.publicUrl}/p/${request.params.address}`;
  const licence = LICENCES[board.licence];
  const feed: Feed = {
    title: `#${board.name}`,
    pageUrl,
    url: `${pageUrl}/feed.${form}`,
    rights: licence.url && `${licence.name}, ${licence.url}`,
    entries: listShown(app, board, {}, ENTRIES)
      .messages.filter(hasWords)
      .map((message) => toEntry(message, pageUrl)),
  };
  const headers = {
    ...htmlHeaders({ indexed: board.indexed === 1 }),
    'content-type': form === 'atom' ? 'application/atom+xml; charset=utf-8' : 'application/feed+json',
  };
  return answerUnlessKnown(request, form === 'atom' ? toAtom(feed) : toJsonFeed(feed), headers);
}

/** The address shows the message first, however many come after it. */
const toEntry = (
  { id, createdAt, editedAt, author, content, files }: ShownMessage,
  pageUrl: string,
): Entry => ({
  id: `${pageUrl}#message-${id}`,
  url: `${pageUrl}?before=${createdAt}-${id + 1}#message-${id}`,
  title: shorten(content.replace(/\s+/g, ' '), TITLE_MAX) || 'A picture',
  author,
  content,
  publishedAt: createdAt,
  updatedAt: Math.max(createdAt, editedAt ?? 0),
  enclosures: files.map((file) => ({
    url: `${pageUrl}/media/${file.id}${file.type.startsWith('image/') ? '/1280' : ''}`,
    type: file.type,
  })),
});
