import type { Server } from 'bun';
import type { App } from '../../app/app';
import { notFound } from '../../app/errors';
import { chargeRead } from '../../app/rate-limits';
import { findPublished, type PublishedBoard } from '../../boards/pages/pages';
import { withoutHashtags } from '../../contract/hashtags';
import { LICENCES } from '../../contract/page-choices';
import { shorten } from '../../contract/text';
import { type Cursor, listShown, type ShownPage, shownName, type Where } from '../../messages/shown';
import { escapeHtml } from '../../notices/mail/page';
import { callerAddress } from '../context';
import type { Routes } from '../routes';
import { answerFeed } from './feeds';
import { answerShownFile, answerShownWidth } from './files';
import { answerUnlessKnown, article, asPage, hasWords, htmlHeaders, toHtml } from './html';

export const PAGE_SIZE = 30;
const DESCRIPTION_MAX = 160;

type PageRequest = Request & { params: { address: string; id: string; width: string } };

/** Pages of published boards (docs/product/pages.md). */
export const pageRoutes = (app: App): Routes => {
  const find = ({ params: { address } }: PageRequest) => {
    const board = findPublished(app, address);
    if (!board) throw notFound('Page');
    return board;
  };
  return {
    'GET /p/:address': (request: PageRequest, server) =>
      asPage(app, () => {
        chargeVisit(app, request, server);
        return answerPage(app, request, find(request));
      }),
    'GET /p/:address/feed.atom': (request: PageRequest, server) => {
      chargeVisit(app, request, server);
      return answerFeed(app, request, find(request), 'atom');
    },
    'GET /p/:address/feed.json': (request: PageRequest, server) => {
      chargeVisit(app, request, server);
      return answerFeed(app, request, find(request), 'json');
    },
    'GET /p/:address/media/:id': (request: PageRequest, server) =>
      answerShownFile(app, request, server, () => find(request)),
    'GET /p/:address/media/:id/:width': (request: PageRequest, server) =>
      answerShownWidth(app, request, server, () => find(request)),
  };
};

export const chargeVisit = (app: App, request: Request, server: Server<unknown>) =>
  chargeRead(app, { 'page from an address': callerAddress(app, request, server) });

function answerPage(app: App, request: PageRequest, board: PublishedBoard): Response {
  const path = `/p/${request.params.address}`;
  const where = whereIn(new URL(request.url).searchParams);
  const html = toPage(app, board, path, listShown(app, board, where, PAGE_SIZE), where);
  return answerUnlessKnown(request, html, htmlHeaders({ indexed: board.indexed === 1 }));
}

function toPage(
  app: App,
  board: PublishedBoard,
  path: string,
  shown: ShownPage,
  { before, after }: Where,
): string {
  const messages = shown.messages.filter(hasWords);
  const title = `#${board.name}`;
  const url = app.publicUrl + path;
  const picture = messages.flatMap(({ files }) => files).find(({ type }) => type.startsWith('image/'));
  const description = shorten(
    withoutHashtags(messages[0]?.content ?? '').replace(/\s+/g, ' ') ||
      `A board on ${app.config.productName}`,
    DESCRIPTION_MAX,
  );
  const isFirst = !before && !after;
  const meta = {
    'og:type': 'website',
    'og:title': title,
    'og:site_name': app.config.productName,
    'og:url': url,
    'og:description': description,
    'og:image': picture ? `${url}/media/${picture.id}/1280` : `${app.publicUrl}/icon-512.png`,
  };
  const head = [
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...Object.entries(meta).map(([name, text]) => `<meta property="${name}" content="${escapeHtml(text)}">`),
    board.indexed && isFirst ? `<link rel="canonical" href="${escapeHtml(url)}">` : '',
    board.indexed ? '' : '<meta name="robots" content="noindex, nofollow">',
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${path}/feed.atom">`,
    `<link rel="alternate" type="application/feed+json" title="${escapeHtml(title)}" href="${path}/feed.json">`,
  ];
  const licence = LICENCES[board.licence];
  return toHtml({
    title: `${title} - ${app.config.productName}`,
    head: head.join('\n'),
    header: `<h1>${escapeHtml(title)}</h1><p class="soft">Published by ${escapeHtml(shownName(board))}</p>`,
    main:
      (messages.map((message) => article(message, path)).join('\n') || '<p>There is nothing here yet.</p>') +
      pager(path, shown, isFirst),
    footer: [
      licence.url ? `<p>Licence: <a rel="license" href="${licence.url}">${licence.name}</a></p>` : '',
      `<p><a href="${path}/feed.atom">Feed</a> of this page. Kept on ${escapeHtml(app.config.productName)}.</p>`,
    ].join(''),
  });
}

export function pager(path: string, { newer, older }: ShownPage, isFirst: boolean): string {
  const links = [
    !isFirst && `<a href="${path}">Newest</a>`,
    newer && `<a rel="prev" href="${path}?after=${toParam(newer)}">Newer</a>`,
    older && `<a rel="next" href="${path}?before=${toParam(older)}">Older</a>`,
  ].filter(Boolean);
  return links.length > 0 ? `<nav aria-label="Pages">${links.join('')}</nav>` : '';
}

const toParam = ({ createdAt, id }: Cursor) => `${createdAt}-${id}`;

/** What is no place on the page is left out. */
export function whereIn(query: URLSearchParams): Where {
  const cursor = (name: string): Cursor | undefined => {
    const [, createdAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(query.get(name) ?? '') ?? [];
    return createdAt === undefined ? undefined : { createdAt: Number(createdAt), id: Number(id) };
  };
  return { before: cursor('before'), after: cursor('after') };
}
