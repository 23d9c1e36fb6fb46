import { withoutHashtags } from './hashtags';
import { findLinks } from './links';

/**
 * One part of a text that is a list. `item` is null for a line that cannot be ticked; otherwise it names the item by
 * its words, whoever reads them and whatever stands around them. `isMarked`: it was written as done.
 */
export type ListPart = { text: string; item: string | null; isMarked: boolean };

/** What can be ticked (docs/product/lists.md: What can be ticked). */
const MARKED_LINE =
  /^\s*(?:(?:[-–•*]\s+)?(?:\[(?:(?<done>[xX✓✔])\](?=\s)|\s?\](?!\())|(?:(?<ticked>[☑☒✅✔🗹])|☐)\ufe0f?)|[-–•](?=\s|\p{L})|\*(?=\s))\s*(?<words>\S.*)$/u;
/** Tested first: most texts have no such character. */
const MARK = /[-–•*[☐☑☒✅✔🗹]/u;
const WORDS = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** The end of an enumeration: `and coffee`, `bread and coffee`, but not `fish and chips with peas`. */
const LAST_TWO = /^(?:((?:[#＃]\S+ )*[^\s#＃]+) )?(?:and|&) (\S+(?: [#＃]\S+)*)\s*$/i;
const SHORT_MAX = 300;
const ENUMERATED_WORDS_MAX = 4;

/** Returns nothing for a text that is no list. `onList`: it is on a board of short items. */
export function listParts(content: string, onList: boolean): ListPart[] {
  const lines = MARK.test(content) ? numbered(content.split('\n').map(toPart)) : [];
  if (lines.filter(({ item }) => item !== null).length >= 2) return lines;
  return onList ? shortParts(content) : [];
}

export const itemsIn = (content: string, onList: boolean) =>
  listParts(content, onList).filter((part): part is ListPart & { item: string } => part.item !== null);

function toPart(line: string): ListPart {
  const { words, done, ticked } = MARKED_LINE.exec(line)?.groups ?? {};
  const item = words === undefined ? '' : nameOf(words);
  return item ? { text: words!, item, isMarked: Boolean(done ?? ticked) } : unticked(line);
}

const unticked = (text: string): ListPart => ({ text, item: null, isMarked: false });

/** Each line is an item, and so is each of a few words between commas. */
function shortParts(content: string): ListPart[] {
  const words = withoutHashtags(content);
  if (!WORDS.test(words) || words.length > SHORT_MAX) return [];
  const lines = content.split('\n').filter((line) => WORDS.test(withoutHashtags(line)));
  const [only] = lines;
  return numbered(
    (lines.length === 1 ? enumerated(only!) : lines).map((text) => {
      const part = toPart(text);
      return part.item ? part : { ...part, text: text.trim(), item: nameOf(text) || null };
    }),
  );
}

function enumerated(line: string): string[] {
  const parts = line.split(/\s*(?:[,;](?!\d)|[、，])\s*/).filter((part) => WORDS.test(withoutHashtags(part)));
  const [, before, after] = LAST_TWO.exec(parts.at(-1)!) ?? [];
  if (parts.length > 1 && after) parts.splice(-1, 1, ...(before ? [before, after] : [after]));
  const areFew = parts.every((part) => withoutHashtags(part).split(/\s+/).length <= ENUMERATED_WORDS_MAX);
  return parts.length > 1 && areFew && findLinks(line).length === 0 ? parts : [line];
}

export function nameOf(words: string): string {
  const name = withoutHashtags(words).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  return WORDS.test(name) ? name : '';
}

/** The second of two items with the same words gets a number. */
function numbered(parts: ListPart[]): ListPart[] {
  const counts = new Map<string, number>();
  return parts.map((part) => {
    if (part.item === null) return part;
    const count = (counts.get(part.item) ?? 0) + 1;
    counts.set(part.item, count);
    return count === 1 ? part : { ...part, item: `${part.item} (${count})` };
  });
}
