import { withoutHashtags } from '../../contract/hashtags';
import { isSlipOf, singular } from './plain-words';

/** What a text would be, corrected by the words of a later one. */

const form = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'is');
export const PARTS = [
  form(
    "(?<said>(?:i (?:meant?|wanted)|meant|correction|no|it's|its|it is|(?:that |it )?should (?:be|say|read))[,:]? )?(?<right>[^#]{1,60}?),? (?:and )?not (?<wrong>.{1,60})",
  ),
  form(
    'i (?:wrote|said|put|typed) (?<wrong>.{1,40}?),? (?:but )?(?:i )?(?:meant?|it should be|should be) (?<right>[^#]{1,40})',
  ),
  form("not (?<wrong>.{1,60}?),? (?:but|i meant|it's) (?<right>[^#]{1,60})"),
  form('(?:change|replace|swap|correct) (?<wrong>.{1,60}?) (?:to|with|for|by) (?<right>[^#]{1,60})'),
];
export const STAR = form('\\*(?<right>[^\\s*#]{2,30})|(?<first>[^\\s*#]{2,30})\\*');
export const ONE = form(
  '(?:i (?:meant?|said|wanted)(?: to say)?|meant|sorry|no|correction|typo|(?:it |that )?should (?:be|say|read)),?:? (?<right>[\\p{L}\\d:]{2,20})',
);
/** What comes after it is compared with the last text. */
export const BEGINS_CORRECTION =
  /^(?:(?:no+|nope|oops|sorry|wait|hold on|actually|correction|corrected|excuse me|pardon(?: me)?|my (?:bad|mistake|fault|apologies)|apologies|typo|(?:correct )?spelling|(?:that|it)(?:'?s| is) spell?(?:ed|t)|wrong|i (?:made|had) (?:a |an |the )?(?:mistake|typo|error)|(?:that|it) (?:was|is) (?:wrong|not right)|(?:that|it)(?:'?s| is| was)? supposed to (?:be|say)|i mean|ment|i meant?|i said|i (?:mis)?spelled (?:it|that)(?: wrong)?|(?:make|amend|change) (?:that|it)(?: to)?|(?:it|that) should (?:be|say|read)|should (?:be|say|read)|scratch that|not (?:at |on )?[\w:]{1,10}(?:,|\.| but| it'?s| make))[\s,.:;!*-]+)+/i;

export const wordsIn = (text: string): string[] =>
  withoutHashtags(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}'’]+/gu) ?? [];

/** Null unless just one place in the text is meant. */
export function corrected(content: string, text: string): string | null {
  const { right = '', first } = STAR.exec(text)?.groups ?? {};
  const star = right || first;
  const slips = star
    ? [...new Set(content.match(/[\p{L}\p{N}'’]+/gu))].filter((word) =>
        isSlipOf(word.toLowerCase(), star.toLowerCase()),
      )
    : [];
  if (star) return slips.length === 1 ? replaced(content, slips[0]!, star) : null;
  const { right: one = '' } = ONE.exec(text.replace(/[.!]+$/, ''))?.groups ?? {};
  const kind = KINDS.find((words) => words.some((word) => isLike(one, word)));
  const alike = kind
    ? [...new Set(content.match(/\p{L}+/gu))].filter((word) => kind.some((other) => isLike(word, other)))
    : [];
  if (kind && alike.length === 1) return replaced(content, alike[0]!, one);
  for (const part of PARTS) {
    const { wrong = '', right = '', said } = part.exec(text)?.groups ?? {};
    // `apples, not pears` corrects pears; `buy apples, not pears` is a note
    const isBare = part === PARTS[0] && said === undefined;
    if (isBare && right.split(/\s+/).length !== wrong.split(/\s+/).length) continue;
    const end = /["”.!?\s]+$/;
    const changed = right && replaced(content, wrong.replace(end, ''), right.replace(end, ''));
    if (changed) return changed;
  }
  return null;
}

const NUMBER =
  /(?<![\p{L}\p{N}#])[$€£]?\d+(?:[.,:/-]\d+)*(?: ?(?:[ap]\.?m\.?|%|k|ft|in|lbs?|kg|g|ml|mg|oz|cm|mm|m|min|hrs?|h)(?!\p{L}))?/giu;
const inKind = (text: string, kind: string[]) =>
  [...text.matchAll(/(?<![\p{L}#])\p{L}{3,}/gu)].filter(([typed]) =>
    kind.some((word) => isLike(typed, word)),
  );
const SMALL =
  /^(?:it|it's|its|is|was|be|the|a|an|at|on|in|of|to|for|my|our|that|that's|thats|this|should|room|number|no|not|but|i|meant|said|say|make|correct|correction|right|instead|actually|sorry|please|and|so|there|are|were)$/i;

/** After `sorry`, `no wait` or the like: the one day, month or number of the text is that of these words. */
export function alike(content: string, body: string): string | null {
  const said = body
    .replace(/[’‘]/g, "'")
    .replace(/^(.{1,20}),? ?(?:(?<= )(?:i meant?|sorry|not .{1,10})|\*+)\W*$/i, 'sorry $1')
    .replace(BEGINS_CORRECTION, '');
  if (said === body || said.length > 60) return null;
  if (/^\p{L}{4,30}[.!]?$/u.test(said)) {
    const spelled = corrected(content, `*${said.replace(/[.!]$/, '')}`);
    if (spelled) return spelled;
  }
  const known = wordsIn(content);
  const unknown = wordsIn(said.replace(NUMBER, ' '));
  if (unknown.some((word) => !SMALL.test(word) && !known.includes(word) && !inKind(word, KINDS.flat())[0]))
    return null; // `sorry monday is full` says something else
  const kinds = [
    ...KINDS.map((kind) => (text: string) => inKind(text, kind)),
    (text: string) => [...text.matchAll(NUMBER)],
  ];
  const pairs = kinds.flatMap((find): [RegExpMatchArray, string][] => {
    const [right, ...others] = find(said).map(([found]) => found);
    if (!right || others.length > 0) return [];
    const places = find(content);
    const before = /(\S+)\s+$/.exec(said.slice(0, said.indexOf(right)))?.[1]?.toLowerCase();
    const beside = places.filter(
      ({ index }) => before && content.slice(0, index).trimEnd().toLowerCase().endsWith(` ${before}`),
    );
    const [place] = places.length === 1 ? places : beside.length === 1 ? beside : [];
    return place && place[0].toLowerCase() !== right.toLowerCase() ? [[place, right]] : [];
  });
  const [[place, right] = []] = pairs;
  if (!place || !right || pairs.length > 1) return null;
  const capital = /^\p{Lu}/u.test(place[0]) ? right.charAt(0).toUpperCase() : right.charAt(0);
  return (
    content.slice(0, place.index) + capital + right.slice(1) + content.slice(place.index! + place[0].length)
  );
}

/** `16 sheets` in place of `14 sheets`: the one run of words that differs in one of them. */
export function partOf(content: string, words: string): string | null {
  const typed = words.trim().split(/\s+/);
  const all = [...content.matchAll(/\S+/g)];
  if (typed.length < 2 || typed.length >= all.length) return null;
  const runs = all
    .map((_, at) => all.slice(at, at + typed.length))
    .filter((run) => run.length === typed.length)
    .filter(
      (run) => run.filter(([word], at) => word.toLowerCase() !== typed[at]!.toLowerCase()).length === 1,
    );
  const [run] = runs;
  if (runs.length !== 1 || !run) return null;
  const last = run.at(-1)!;
  return content.slice(0, run[0]!.index) + words.trim() + content.slice(last.index + last[0].length);
}

const KINDS = [
  'monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight',
  'january february march april may june july august september october november december',
].map((words) => words.split(' '));

const isLike = (typed: string, word: string) =>
  typed.toLowerCase() === word || (word.length > 5 && isSlipOf(typed.toLowerCase(), word));

function replaced(content: string, typed: string, right: string): string | null {
  const slips = [...new Set(content.match(/\p{L}{5,}/gu))].filter((word) =>
    isSlipOf(word.toLowerCase(), typed.toLowerCase()),
  );
  const isThere = content.toLowerCase().includes(typed.toLowerCase());
  const wrong = !isThere && typed.length > 4 && slips.length === 1 ? slips[0]! : typed;
  const escaped = wrong.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const places = [...content.matchAll(new RegExp(`(?<![\\p{L}\\p{N}#])${escaped}(?![\\p{L}\\p{N}])`, 'giu'))];
  const [place] = places;
  if (!place?.[0] || places.length > 1) return null;
  return (
    content.slice(0, place.index) + right + withoutUnit(content.slice(place.index + place[0].length), right)
  );
}

/** `6oz` in place of the 5 of `5 oz` brings its unit along. */
function withoutUnit(after: string, right: string): string {
  const [, unit = ''] = /\d ?(\p{L}+)\.?$/u.exec(right) ?? [];
  const [said = '', next = ''] = /^\s?(\p{L}+)/u.exec(after) ?? [];
  const isSame = unit !== '' && unitOf(next) === unitOf(unit);
  return isSame ? after.slice(said.length) : after;
}

const UNITS = ['oz ounce', 'lb pound', 'l liter litre', 'kg kilo', 'g gram', 'min minute', 'h hr hour'].map(
  (names) => names.split(' '),
);
function unitOf(word: string): string {
  const name = singular(word.toLowerCase());
  return UNITS.find((names) => names.includes(name))?.[0] ?? name;
}
