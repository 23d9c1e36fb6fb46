/** Atom (RFC 4287) and JSON Feed 1.1 of the same entries. */

export type Enclosure = { url: string; type: string };
export type Entry = {
  id: string;
  url: string;
  title: string;
  author: string;
  content: string;
  publishedAt: number;
  updatedAt: number;
  enclosures: Enclosure[];
};
export type Feed = {
  title: string;
  /** Of the page that it is of, and of the feed itself. */
  pageUrl: string;
  url: string;
  rights: string | null;
  entries: Entry[];
};

export function toAtom({ title, pageUrl, url, rights, entries }: Feed): string {
  const updated = Math.max(0, ...entries.map(({ updatedAt }) => updatedAt));
  const entry = (one: Entry) => `
<entry><id>${xml(one.id)}</id><title>${xml(one.title)}</title><link rel="alternate" href="${xml(one.url)}"/>
<published>${timeOf(one.publishedAt)}</published><updated>${timeOf(one.updatedAt)}</updated>
<author><name>${xml(one.author)}</name></author><content type="text">${xml(one.content)}</content>${one.enclosures
    .map((file) => `<link rel="enclosure" type="${xml(file.type)}" href="${xml(file.url)}"/>`)
    .join('')}</entry>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(pageUrl)}</id><title>${xml(title)}</title>
<link rel="self" type="application/atom+xml" href="${xml(url)}"/><link rel="alternate" type="text/html" href="${xml(pageUrl)}"/>
<updated>${timeOf(updated)}</updated>${rights ? `<rights>${xml(rights)}</rights>` : ''}${entries.map(entry).join('')}
</feed>
`;
}

export const toJsonFeed = ({ title, pageUrl, url, entries }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: url,
    items: entries.map((one) => ({
      id: one.id,
      url: one.url,
      title: one.title,
      content_text: one.content,
      date_published: timeOf(one.publishedAt),
      date_modified: timeOf(one.updatedAt),
      authors: [{ name: one.author }],
      attachments: one.enclosures.map((file) => ({ url: file.url, mime_type: file.type })),
    })),
  });

const timeOf = (at: number) => new Date(at).toISOString();

/** Characters that XML 1.0 cannot have are left out. */
const xml = (text: string): string =>
  Bun.escapeHTML(
    text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''),
  );
