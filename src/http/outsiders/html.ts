import { createHash } from 'node:crypto';
import type { App } from '../../app/app';
import { toVisibleError } from '../../app/errors';
import { countOf } from '../../contract/counts';
import { findLinks } from '../../contract/links';
import type { ShownFile, ShownMessage } from '../../messages/shown';
import { escapeHtml } from '../../notices/mail/page';
import { errorResponse } from '../rest';
import { STYLE } from './style';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing of it runs: what is written on a board cannot become a script. */
const POLICY = `default-src 'none'; img-src 'self'; media-src 'self'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export type Html = { title: string; head?: string; header: string; main: string; footer: string };

export const toHtml = ({ title, head = '', header, main, footer }: Html): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="referrer" content="same-origin"><title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">${head}
<style>${STYLE}</style></head>
<body><header>${header}</header><main>${main}</main><footer>${footer}</footer></body></html>`;

/** `no-cache` lets nobody show it again without asking, so that it is gone at once when it is unpublished. */
export const htmlHeaders = ({ indexed }: { indexed: boolean }): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'private, no-cache',
  ...(!indexed && { 'x-robots-tag': 'noindex, nofollow' }),
});

/** A proxy that compresses puts W/ before the ETag. */
export function answerUnlessKnown(request: Request, body: string, headers: Record<string, string>): Response {
  const etag = `"${Bun.hash(body).toString(36)}"`;
  const isKnown = request.headers.get('if-none-match')?.includes(etag);
  return isKnown
    ? new Response(null, { status: 304, headers: { ...headers, etag } })
    : new Response(body, { headers: { ...headers, etag } });
}

/** Errors as pages, because people read them. */
export async function asPage(app: App, answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (thrown) {
    const { status, headers } = errorResponse(app, thrown);
    const sentence = toVisibleError(thrown)?.message ?? 'Something went wrong on our side. Please try again.';
    for (const [name, value] of Object.entries(htmlHeaders({ indexed: false }))) headers.set(name, value);
    headers.set('cache-control', 'no-store');
    const title = status === 404 ? 'Nothing here' : 'That did not work';
    const html = toHtml({
      title,
      head: '<meta name="robots" content="noindex">',
      header: `<h1>${title}</h1>`,
      main: `<p>${escapeHtml(status === 404 ? 'There is no such page, or not any more.' : sentence)}</p>`,
      footer: '',
    });
    return new Response(html, { status, headers });
  }
}

/** `path` is that of the page. */
export function article(message: ShownMessage, path: string): string {
  const { author, content, quote, files, hiddenFiles, createdAt } = message;
  const date = new Date(createdAt);
  const parts = [
    `<p class="soft"><strong>${escapeHtml(author)}</strong>, <time datetime="${date.toISOString()}">${dateOf(date)}</time></p>`,
    quote && `<blockquote>${escapeHtml(`${quote.author}: ${quote.content || 'a photo'}`)}</blockquote>`,
    content && `<p class="text" dir="auto">${linked(content)}</p>`,
    files.length > 0 &&
      `<div class="files">${files.map((file, n) => shownFile(file, path, altOf(message, file, n))).join('')}</div>`,
    hiddenFiles > 0 && `<p class="soft">${countOf(hiddenFiles, 'other file')} only for members</p>`,
  ];
  return `<article id="message-${message.id}">${parts.filter(Boolean).join('')}</article>`;
}

/** A message that is nothing but hashtags shows nothing. */
export const hasWords = ({ content, files, hiddenFiles }: ShownMessage): boolean =>
  content !== '' || files.length + hiddenFiles > 0;

const altOf = ({ author, files }: ShownMessage, { alt }: ShownFile, n: number) =>
  alt || `Picture ${files.length > 1 ? `${n + 1} ` : ''}by ${author}`;

function shownFile({ id, type, width, height }: ShownFile, path: string, alt: string): string {
  const at = `${path}/media/${id}`;
  if (!type.startsWith('image/'))
    return `<video controls preload="metadata" aria-label="${escapeHtml(alt)}" src="${at}"></video>`;
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  return `<a href="${at}/1280"><img src="${at}/640" srcset="${at}/320 320w, ${at}/640 640w, ${at}/1280 1280w" sizes="(max-width: 46rem) 92vw, 40rem" loading="lazy"${size} alt="${escapeHtml(alt)}"></a>`;
}

export const dateOf = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A link shows where it leads. */
function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const { url, text: spelling, start } of findLinks(text)) {
    html += `${escapeHtml(text.slice(end, start))}<a rel="nofollow noopener ugc" href="${escapeHtml(url)}">${escapeHtml(spelling)}</a>`;
    end = start + spelling.length;
  }
  return html + escapeHtml(text.slice(end));
}
