import { z } from 'zod';
import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { chargeRead } from '../app/rate-limits';
import { enclosureUrl, type FoundFeed, feedUrl, findFeed, readEnclosure } from '../boards/feeds';
import { withoutHashtags } from '../contract/hashtags';
import type { Message } from '../contract/messages';
import { shorten } from '../contract/text';
import { findFile } from '../media/media';
import { findMessages } from '../messages/find';
import { messagesOnBoard } from '../messages/lists';
import { searchIds } from '../search/search';
import { toCall } from './calls';
import { answerKnownFile } from './etag';
import { type Entry, type Feed, toAtom, toJsonFeed } from './feed';
import { sendFile } from './media';

const ITEMS_MAX = 50;
const TITLE_MAX = 80;

export const FEED_CALL = toCall({
  name: 'feeds.read',
  type: 'query',
  meta: {
    rest: 'GET /api/feeds/{file}',
    summary: 'The newest messages of the board or search with this secret address, as Atom or JSON Feed',
  },
  input: z.object({ file: z.string() }),
  answer: { schema: z.file(), example: 'the feed' },
  gives: 'application/atom+xml',
  handle: answerFeed,
});

export const ENCLOSURE_CALL = toCall({
  name: 'feeds.file',
  type: 'query',
  meta: {
    rest: 'GET /api/feeds/{secret}/{file}',
    summary: 'A photo or file in the feed with this secret address',
  },
  input: z.object({ secret: z.string(), file: z.string() }),
  answer: { schema: z.file(), example: 'the bytes of the file' },
  gives: '*/*',
  handle: answerEnclosure,
});

const FORMATS = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: toAtom },
  json: { type: 'application/feed+json; charset=utf-8', write: toJsonFeed },
} as const;

/** Whoever knows the address may read it (docs/product/feeds.md: Addresses). */
async function answerFeed(app: App, request: Request & { params: { file: string } }): Promise<Response> {
  const [, secret = '', format] = /^([\w-]{22})\.(atom|json)$/.exec(request.params.file) ?? [];
  const feed = findFeed(app, secret);
  if (!feed) throw notFound('Feed');
  const { type, write } = FORMATS[format as keyof typeof FORMATS];
  const entries = await entriesOf(app, feed);
  const body = write({
    title: `${feed.board ? `#${feed.board.tag}` : feed.query} - ${app.config.productName}`,
    pageUrl: pageOf(app, feed),
    url: feedUrl(app, secret, format as keyof typeof FORMATS),
    rights: null,
    entries,
  } satisfies Feed);
  const updated = Math.max(0, ...entries.map(({ updatedAt }) => updatedAt));
  const headers = new Headers();
  const known = answerKnownFile(request, headers, `"${Bun.hash(body).toString(36)}"`);
  headers.set('last-modified', new Date(updated).toUTCString());
  if (known || isUnmodified(request, updated)) return new Response(null, { status: 304, headers });
  headers.set('content-type', type);
  return new Response(body, { headers });
}

/** Only without an ETag, which tells more (RFC 9110, section 13.1.3). */
function isUnmodified({ headers }: Request, updated: number): boolean {
  const since = headers.has('if-none-match') ? null : headers.get('if-modified-since');
  return since !== null && Math.floor(updated / 1000) * 1000 <= Date.parse(since);
}

async function answerEnclosure(
  app: App,
  request: Request & { params: { secret: string; file: string } },
): Promise<Response> {
  const { secret, file } = request.params;
  const feed = findFeed(app, secret);
  if (!feed) throw notFound('Media');
  return sendFile(app, request, new Headers(), findFile(app, feed.user, readEnclosure(app, feed, file)));
}

const pageOf = ({ publicUrl }: App, { board, query }: FoundFeed): string =>
  board
    ? `${publicUrl}/tag/${board.shared ? 'shared' : 'private'}/${encodeURIComponent(board.tag)}`
    : `${publicUrl}/search?q=${encodeURIComponent(query)}`;

async function entriesOf(app: App, feed: FoundFeed): Promise<Entry[]> {
  const messages = feed.board
    ? messagesOnBoard(app, feed.user, feed.board, { limit: ITEMS_MAX })
    : await newestFound(app, feed);
  const edited = new Map(
    statements(app.db)
      .findEdited.all({ ids: JSON.stringify(messages.map(({ id }) => id)) })
      .map(({ id, at }) => [id, at]),
  );
  return messages.map((message) => toEntry(app, feed, message, edited.get(message.id)));
}

async function newestFound(app: App, { secret, user, query }: FoundFeed): Promise<Message[]> {
  chargeRead(app, { 'search by a person': `feed ${secret}` });
  const ids = await searchIds(app, user, query!, 'matches');
  return findMessages(app, user, ids.sort((a, b) => b - a).slice(0, ITEMS_MAX));
}

function toEntry(app: App, feed: FoundFeed, message: Message, edited: number | undefined): Entry {
  const { id, media, timestamp, tags } = message;
  const { board } = feed;
  // a feed of one board says nothing about the person's other boards
  const isHidden = (tag: string) => board !== null && tag !== board.tag && tags.includes(tag);
  const content = withoutHashtags(message.content, isHidden);
  const words = withoutHashtags(content).replace(/\s+/g, ' ').trim() || content;
  const publishedAt = Date.parse(timestamp);
  return {
    id: `${app.publicUrl}/thread/${id}`,
    url: `${app.publicUrl}/thread/${id}`,
    title: shorten(words, TITLE_MAX) || 'A photo or file',
    author: message.senderDisplayName,
    content,
    publishedAt,
    updatedAt: edited ?? publishedAt,
    enclosures: media.map(({ id, type }) => ({ url: enclosureUrl(app, feed, id), type })),
  };
}

const statements = prepared(({ $client }) => ({
  findEdited: $client.prepare<{ id: number; at: number }, { ids: string }>(`
    select id, edited_at as at from messages
     where id in (select value from json_each($ids)) and edited_at is not null`),
}));
