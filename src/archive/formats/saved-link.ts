import { parseTime } from '../written-times';
import type { Entry } from './format';

/** A link that a bookmark service has exported. */
export type SavedLink = {
  url: string;
  title?: string | null;
  /** Words about the page, written by the service or by the page itself. */
  description?: string | null;
  /** Words of the person who has saved the link. */
  notes?: string | null;
  /** Passages of the page that the person has marked. */
  highlights?: string[];
  /** Tags, folders and lists. Empty strings are ignored. */
  tags: string[];
  marks?: string[];
  /** The time when the link was saved, as the service writes it. */
  time?: string | null;
};

/**
 * Tags that a note gets if the service marks the link, for example with a star (docs/importing.md: What is
 * kept).
 */
export const MARKS = { favorite: 'favorite', archived: 'archived', toRead: 'to-read' };

/**
 * Matches addresses that contain a program or a document, and lead to no page. Bookmarklets have such
 * addresses.
 */
const NO_PAGE = /^\s*(javascript|vbscript|data|place):/i;

/**
 * Returns the note of a link: its title, its address, what was written about it, and its highlights as
 * quotations. The key of the note is the address and the time of saving, so that the link is the same note in
 * every export. A link is unreadable if it has no address of a page and nothing was written about it.
 */
export function toEntry(link: SavedLink, place: string): Entry {
  const url = NO_PAGE.test(link.url) ? '' : link.url.trim();
  const title = (link.title ?? '').replace(/\s+/g, ' ').trim();
  const written = [link.description, link.notes, ...(link.highlights ?? []).map(quote)]
    .map((text) => (text ?? '').replaceAll('\r\n', '\n').trim())
    .filter(Boolean);
  if (!url && written.length === 0 && (title || link.url))
    return {
      unreadable: place,
      reason: link.url ? 'its address is not that of a page' : 'it has no address',
    };
  const text = [title === url ? '' : title, url, ...written].filter(Boolean).join('\n');
  return {
    note: {
      key: JSON.stringify([url || text, link.time ?? '']),
      text,
      createdAt: timeOrNull(link.time ?? ''),
      tags: [...link.tags.map((tag) => tag.trim()).filter(Boolean), ...(link.marks ?? [])],
      hashtags: url === '', // the # in a title such as "Crash on start (#42)" makes no board
    },
  };
}

/** Parses a time. Returns null if the text is not a time, so that the note is imported without a time. */
export function timeOrNull(written: string): number | null {
  try {
    return parseTime(written);
  } catch {
    return null;
  }
}

/** Returns a text as a quotation, with `> ` before each line that is not empty. */
const quote = (text: string): string => text.trim().replace(/^(?=.)/gm, '> ');
