import { parseTime } from '../written-times';
import type { Entry, NoteFile } from './format';

export type SavedLink = {
  url: string;
  title?: string | null;
  /** Words about the page, written by the service or by the page itself. */
  description?: string | null;
  /** Words of the person who has saved the link. */
  notes?: string | null;
  highlights?: string[];
  tags: string[];
  marks?: Mark[];
  time?: string | null;
  files?: NoteFile[];
};

export const MARKS = { favorite: 'favorite', archived: 'archived', toRead: 'to-read' };

type Mark = string | false | null | undefined;

export const marksOf = (...marks: Mark[]): string[] => marks.filter((mark): mark is string => !!mark);

const NO_PAGE = /^\s*(javascript|vbscript|data|place):/i;

/**
 * The key of the note is the address and the time of saving, so that the link is the same note in every
 * export.
 */
export function toEntry(link: SavedLink, place: string): Entry {
  const url = NO_PAGE.test(link.url) ? '' : link.url.trim();
  const title = (link.title ?? '').replace(/\s+/g, ' ').trim();
  const written = [link.description, link.notes, ...(link.highlights ?? []).map(quote)]
    .map((text) => (text ?? '').replaceAll('\r\n', '\n').trim())
    .filter(Boolean);
  if (!url && written.length === 0 && !link.files?.length && (title || link.url))
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
      tags: marksOf(...link.tags.map((tag) => tag.trim()), ...(link.marks ?? [])),
      ...(link.files && { files: link.files }),
      hashtags: url === '', // the # in a title such as "Crash on start (#42)" makes no board
    },
  };
}

/** Returns null if the text is not a time, so that the note is imported without a time. */
export function timeOrNull(written: string): number | null {
  try {
    return parseTime(written);
  } catch {
    return null;
  }
}

const quote = (text: string): string => text.trim().replace(/^(?=.)/gm, '> ');
