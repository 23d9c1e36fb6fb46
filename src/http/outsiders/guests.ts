import { randomUUID } from 'node:crypto';
import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../../app/app';
import { durable } from '../../app/durable';
import { notFound, toVisibleError } from '../../app/errors';
import { findGuestBoard, type GuestBoard } from '../../boards/pages/guest-links';
import { GUEST_POST_MAX } from '../../contract/pages';
import { boundedText } from '../../contract/text';
import { personName } from '../../contract/users';
import { postAsGuest } from '../../messages/guest-posts';
import { listShown, shownName } from '../../messages/shown';
import { escapeHtml } from '../../notices/mail/page';
import { readText } from '../body';
import { callerAddress, refuseCrossSite } from '../context';
import type { Routes } from '../routes';
import { answerShownFile, answerShownWidth } from './files';
import { article, asPage, dateOf, hasWords, htmlHeaders, toHtml } from './html';
import { chargeVisit, PAGE_SIZE, pager, whereIn } from './page';

const FORM_MAX = 32 * 1024;
const KEY_MAX = 60;

type GuestRequest = Request & { params: { secret: string; id: string; width: string } };
type Typed = { name?: string; content?: string; error?: string };

/** Pages of guest links (docs/product/pages.md: Guest links). */
export const guestRoutes = (app: App): Routes => {
  const find = ({ params: { secret } }: GuestRequest) => {
    const board = findGuestBoard(app, secret);
    if (!board) throw notFound('Page');
    return board;
  };
  return {
    'GET /g/:secret': (request: GuestRequest, server) =>
      asPage(app, () => {
        chargeVisit(app, request, server);
        return answerGuest(app, request, find(request));
      }),
    'POST /g/:secret': (request: GuestRequest, server) =>
      asPage(app, () => {
        chargeVisit(app, request, server);
        return receivePost(app, request, server, find(request));
      }),
    'GET /g/:secret/media/:id': (request: GuestRequest, server) =>
      answerShownFile(app, request, server, () => find(request)),
    'GET /g/:secret/media/:id/:width': (request: GuestRequest, server) =>
      answerShownWidth(app, request, server, () => find(request)),
  };
};

const postInput = z.object({
  name: personName('Your name'),
  content: z.pipe(
    z.string().trim().min(1, 'Please enter a message.'),
    boundedText(GUEST_POST_MAX, `A message can have at most ${GUEST_POST_MAX} characters.`),
  ),
  key: z.string().min(1).max(KEY_MAX),
});

/** What was typed comes back with the reason, if it is refused. */
async function receivePost(
  app: App,
  request: GuestRequest,
  server: Server<unknown>,
  board: GuestBoard,
): Promise<Response> {
  refuseCrossSite(app, request);
  const typed = Object.fromEntries(new URLSearchParams(await readText(request, FORM_MAX)));
  const input = postInput.safeParse({ ...typed, content: typed.content?.replaceAll('\r\n', '\n') });
  if (!input.success)
    return answerGuest(app, request, board, { ...typed, error: input.error.issues[0]!.message }, 400);
  try {
    const { key: idempotencyKey, ...post } = input.data;
    postAsGuest(app, board, { ...post, idempotencyKey }, callerAddress(app, request, server));
    await durable(app);
    return new Response(null, { status: 303, headers: { location: `/g/${request.params.secret}?posted` } });
  } catch (thrown) {
    const error = toVisibleError(thrown);
    // whose quota it is, and how much of it is used, is nothing for guests
    const sentence = error?.code === 'CONFLICT' ? 'This board takes no posts now.' : error?.message;
    if (!error || !sentence) throw thrown;
    const status = error.code === 'TOO_MANY_REQUESTS' ? 429 : 409;
    return answerGuest(app, request, board, { ...typed, error: sentence }, status);
  }
}

function answerGuest(
  app: App,
  request: GuestRequest,
  board: GuestBoard,
  typed: Typed = {},
  status = 200,
): Response {
  const path = `/g/${request.params.secret}`;
  const query = new URL(request.url).searchParams;
  const where = whereIn(query);
  const isFirst = !where.before && !where.after;
  const shown = listShown(app, board, where, PAGE_SIZE);
  const messages = shown.messages.filter(hasWords).map((message) => article(message, path));
  const html = toHtml({
    title: `#${board.name} - ${app.config.productName}`,
    head: '<meta name="robots" content="noindex, nofollow">',
    header: `<h1>${escapeHtml(`#${board.name}`)}</h1>
<p class="soft">You read this as a guest of ${escapeHtml(shownName(board))}, until ${dateOf(new Date(board.expiresAt))}.</p>`,
    main: [
      query.has('posted') ? '<p role="status"><strong>Your message is on the board.</strong></p>' : '',
      typed.error ? `<p role="alert">${escapeHtml(typed.error)}</p>` : '',
      board.mayPost && isFirst ? form(path, typed) : '',
      messages.join('\n') || '<p>There is nothing here yet.</p>',
      pager(path, shown, isFirst),
    ].join('\n'),
    footer: `<p>Whoever has the address of this page can read it: pass it on with care. Kept on ${escapeHtml(app.config.productName)}.</p>`,
  });
  return new Response(html, {
    status,
    headers: { ...htmlHeaders({ indexed: false }), 'cache-control': 'no-store' },
  });
}

/** The key makes a message that is sent twice one message. */
const form = (path: string, { name = '', content = '' }: Typed) => `
<form method="post" action="${path}"><h2>Post as a guest</h2>
<input type="hidden" name="key" value="${randomUUID()}">
<label for="name">Your name</label>
<input id="name" name="name" required maxlength="50" autocomplete="given-name" value="${escapeHtml(name)}">
<label for="content">Message</label>
<textarea id="content" name="content" required maxlength="${GUEST_POST_MAX}" rows="4">
${escapeHtml(content)}</textarea>
<p class="soft">Words alone, no photos. The members of the board and its other guests read it, with your name. You cannot take it back.</p>
<button>Post</button></form>`;
