import { posix } from 'node:path';
import { ALT_MAX } from '../../contract/limits';
import { beginningOf } from '../../contract/text';
import { decodeAddress } from '../../outside/lenient';
import { isMarkdown } from './parts';

export type LinkedFile = { written: string; path: string | null; alt: string };

export type FindFile = (target: string, notePath: string) => string | null;

/** In code, brackets are no links and `#` begins no tag. */
export const CODE = String.raw`^ {0,3}(?<fence>\`{3,}(?!\`)|~{3,}(?!~))[^\`\n]*\n(?:[\s\S]*?^ {0,3}\k<fence>[\`~]*[ \t]*$|[\s\S]*)|\`[^\`\n]+\``;
const WIKI_LINK = String.raw`(?<wikiShows>!?)\[\[(?<wiki>[^[\]\n]+)\]\]`;
const ADDRESS = String.raw`(?:<(?<bracketed>[^<>\n]*)>|(?<address>[^()\s<>]*(?:\([^()\s<>]*\)[^()\s<>]*)*))`;
const MARKDOWN_LINK = String.raw`(?<shows>!?)\[(?<words>[^[\]\n]*)\]\(${ADDRESS}(?:\s+"[^"\n]*")?\)`;
/** A `!` before a link means that the note shows the file itself. */
const LINKS = new RegExp(`${CODE}|${WIKI_LINK}|${MARKDOWN_LINK}`, 'gm');
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/|$)/i;
const ENDING = /\.\w{1,5}$/;
const SAME_NAME_MAX = 50;
const WIDTH = /^\d+(x\d+)?$/;

/** Links to files that the note shows are removed, because these files come with the message. */
export function resolveLinks(
  body: string,
  notePath: string,
  find: FindFile,
): { text: string; files: LinkedFile[] } {
  const files: LinkedFile[] = [];
  // stands in the text where a link was removed
  const gap = '\0';
  const text = body.replaceAll(gap, '').replace(LINKS, (whole, ...found) => {
    const groups = found.at(-1) as Record<string, string | undefined>;
    const link = groups.wiki === undefined ? markdownLink(groups) : wikiLink(groups.wiki, groups.wikiShows);
    if (!link || ELSEWHERE.test(link.target)) return whole;
    const path = find(link.target, notePath);
    const isFile = path ? !isMarkdown(path) : link.shows && ENDING.test(link.target);
    if (!isFile) return path || groups.wiki !== undefined ? link.words : whole;
    files.push({ written: link.target, path, alt: beginningOf(link.alt, ALT_MAX) });
    if (!path) return whole;
    return link.shows ? gap : link.words;
  });
  const lines = text.split('\n').filter((line) => !/^[\s>*+-]*\0[\s\0]*$/.test(line));
  return { text: lines.join('\n').replaceAll(gap, ''), files };
}

type Link = { target: string; shows: boolean; words: string; alt: string };

function wikiLink(written: string, shows = ''): Link {
  const [address = '', ...rest] = written.split('|');
  const alias = rest.at(-1)?.trim() ?? '';
  const [target = '', heading = ''] = address.trim().split('#');
  const isWidth = WIDTH.test(alias);
  const name = [posix.basename(target), heading.startsWith('^') ? '' : heading].filter(Boolean).join(', ');
  return {
    target: target.trim(),
    shows: shows === '!',
    words: alias && !isWidth && alias !== name ? `${alias}${name ? ` (${name})` : ''}` : name,
    alt: isWidth ? '' : alias,
  };
}

function markdownLink({ shows, words, bracketed, address }: Record<string, string | undefined>): Link | null {
  if (words === undefined) return null;
  const target = decodeAddress(bracketed ?? address ?? '').replace(/(?<=.)#.*$/, '');
  const [alt = ''] = words.split('|');
  return { target, shows: shows === '!', words, alt: WIDTH.test(alt) ? '' : alt.trim() };
}

/**
 * Looks for the path in the link, first from the folder of the note and then from the top folder.
 * Otherwise it finds the only file whose path ends with the path in the link.
 */
export function createFinder(paths: string[], top: string): FindFile {
  const byPath = new Map(paths.map((path) => [fold(path), path]));
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = posix.basename(fold(path));
    const same = byName.get(name) ?? [];
    if (same.length < SAME_NAME_MAX) same.push(path);
    byName.set(name, same);
  }
  const findExactly = (target: string, notePath: string): string | null => {
    for (const folder of [posix.dirname(notePath), top]) {
      const found = byPath.get(fold(posix.join(folder, target)));
      if (found) return found;
    }
    const end = fold(`/${posix.normalize(target)}`);
    const found = byName.get(posix.basename(end))?.filter((path) => fold(`/${path}`).endsWith(end)) ?? [];
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  return (target, notePath) => findExactly(target, notePath) ?? findExactly(`${target}.md`, notePath);
}

/** A Mac writes accents as separate characters in file names, but not in links. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase();
