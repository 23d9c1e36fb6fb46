import { countOf } from '../../contract/counts';
import { findLinks } from '../../contract/links';
import type { Post } from './posts';

/**
 * A mail as its reader sees it. Styles stand at the elements and in one `style`: some programs drop the one, some
 * the other. Programs that darken mails themselves leave those with `color-scheme` alone.
 */
export type MailPage = {
  product: string;
  words: string;
  posts: Post[];
  isNumbered: boolean;
  link: { url: string; label: string } | null;
  /** Sentences below. */
  footer: string[];
  stop: string | null;
};

const LIGHT = { paper: '#fbf9f6', surface: '#ffffff', line: '#e8e2da', ink: '#1f1b18', soft: '#5e564f' };
const ACCENT = '#b53c0b';
const DARK = `@media (prefers-color-scheme: dark) {
 .paper { background: #161311 !important; color: #f3eee9 !important }
 .post { background: #211d1a !important; border-color: #332d28 !important }
 .ink { color: #f3eee9 !important } .soft { color: #b3a9a0 !important } .link { color: #ff9f70 !important }
}`;

export function toHtml({ product, words, posts, isNumbered, link, footer, stop }: MailPage): string {
  const soft = `class="soft" style="margin:0;color:${LIGHT.soft};font-size:14px"`;
  const cards = posts.map(
    (
      post,
    ) => `<div class="post" style="margin:0 0 12px;padding:14px 16px;border:1px solid ${LIGHT.line};border-radius:12px;background:${LIGHT.surface}">
<p ${soft}><b class="ink" style="color:${LIGHT.ink}">${escapeHtml(whoOf(post, isNumbered))}</b>${escapeHtml(placeOf(post))}</p>
<p dir="auto" style="margin:6px 0 0;overflow-wrap:anywhere">${linked(post.content)}</p>
${post.pictures.map(({ cid, alt, width, height }) => `<img src="cid:${cid}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="display:block;max-width:100%;height:auto;margin:10px 0 0;border-radius:8px">`).join('\n')}
${post.files.length > 0 ? `<p ${soft}>${escapeHtml(post.files.join(', '))}</p>` : ''}
</div>`,
  );
  const button =
    link &&
    `<p style="margin:20px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${ACCENT};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`;
  const end =
    stop &&
    `<a class="link" style="color:${ACCENT}" href="${escapeHtml(stop)}">Get no more of these by mail</a>.`;
  const foot = [...footer.map(escapeHtml), ...(end ? [end] : [])].join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(product)}</title><style>:root { color-scheme: light dark }
${DARK}</style></head>
<body class="paper" style="margin:0;background:${LIGHT.paper};color:${LIGHT.ink}">
<div class="paper" style="background:${LIGHT.paper};color:${LIGHT.ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px 16px">
${words ? `<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere">${linked(words)}</p>` : ''}
${cards.join('\n')}
${button ?? ''}
<p ${soft}>${foot}</p>
</div></div></body></html>`;
}

export function toPlain({ words, posts, isNumbered, link, footer, stop }: MailPage): string {
  const cards = posts.map((post) => {
    const { content, pictures, files } = post;
    const shown = [...(pictures.length > 0 ? [countOf(pictures.length, 'photo')] : []), ...files];
    const rest = shown.length > 0 ? `(${shown.join(', ')})` : '';
    return [`${whoOf(post, isNumbered)}${placeOf(post)}:`, content, rest].filter(Boolean).join('\n');
  });
  // a reply leaves out what follows this line, as the signature
  const end = [...footer, ...(stop ? [`Get no more of these by mail: ${stop}`] : [])];
  const foot = end.length > 0 && ['-- ', ...end].join('\n');
  return `${[words, ...cards, link && `${link.label}: ${link.url}`, foot].filter(Boolean).join('\n\n')}\n`;
}

const whoOf = ({ sender, number }: Post, isNumbered: boolean) =>
  `${isNumbered ? `${number}. ` : ''}${sender ?? 'You'}`;
const placeOf = ({ tag, at }: Post) => `${tag === null ? '' : ` in #${tag}`}, ${at}`;

/** A link shows where it leads, so that nobody can pass off one place as another. */
function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const { url, text: spelling, start } of findLinks(text)) {
    html += `${escapeHtml(text.slice(end, start))}<a class="link" style="color:${ACCENT}" rel="noopener noreferrer" href="${escapeHtml(url)}">${escapeHtml(spelling)}</a>`;
    end = start + spelling.length;
  }
  return (html + escapeHtml(text.slice(end))).replaceAll('\n', '<br>\n');
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
