import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { withoutHashtags } from '../../contract/hashtags';
import { justNotifiedOf } from '../../notices/notifications';
import { findReminder } from '../../notices/reminders/reminders';
import { readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import { lastNote, listActs } from '../acts';
import type { Command } from './command';
import { isSlipOf, withoutOpening, withoutPoliteness, withoutTypos } from './plain-words';
import { HOUR } from './retime';
import { targetOf } from './target';

const JUST_SENT_MS = 2 * 60_000;
const LATELY_MS = 10 * 60_000;

const LAST =
  '(?:that|this|it|(?:(?:the|my|that) )?last (?:one|note|text|txt|message|msg|post)|my (?:note|text|message))';
const form = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'is');
const SCRATCH = form(
  `(?:i )?(?:did ?n.?t|did not|never) mean to (?:send|text|post|write) (?:${LAST}|you that)|(?:i )?(?:no+,? i )?(?:sent|texted|posted|wrote) (?:that|this|it)(?: (?:to|on|in) .{2,30})? (?:by (?:mistake|accident)|accidentally|to the wrong (?:person|number|chat))(?:,? (?:so |please |can you )*(?:(?:get rid of|delete|remove|erase|take back|ignore) (?:it|that)(?: back)?))?|that was (?:a mistake|an accident|not (?:meant )?for (?:you|this))(?:,? (?:please )?(?:delete|remove|ignore) (?:it|that))?|wrong (?:person|chat|window)(?: sorry)?|disregard|(?:unsend|retract)(?: (?:that|this|it))?|cancel (?:(?:the|my|that|this) )?(?:last )?(?:note|text|message)|(?:delete|remove|erase|trash) (?:that|the|my) last (?:one|note|text|message|entry|thing)\\b.{1,60}|(?:scratch|forget|disregard|ignore|strike|erase|delete|remove|never ?mind)(?: about)? (?:${LAST}|all that|(?:the )?previous(?: \\w+)?|(?:what |that )?i (?:just )?(?:said|texted|sent|wrote)(?: that)?|what i (?:just )?(?:said|texted|sent|wrote))`,
);
const REMINDER =
  '(?:(?:that|the|this|my|last|it)(?: last)? (?:reminders?|alarm)(?: (?:i (?:just )?(?:set|made)|you (?:just )?set|anymore|any more|now))*|reminder)';
const NO_REMINDER = form(
  `(?:cancel|delete|remove|stop|scratch|forget|drop|undo|end|kill|turn off|never ?mind|i? ?(?:do not|don'?t) (?:need|want))(?: about)? ${REMINDER}|i? ?(?:do not|don'?t) need (?:it|that|this)(?: any ?more| now)?`,
);
const AT =
  "(?:at|to|for|on|until|till|is|(?:should|supposed to|must) be|(?:change|move|push|set|make|shift|reschedule|put)(?: back)? (?:it|that|this|(?:the|that|my) (?:reminder|alarm|time))(?: back)?(?: to| for)?|(?:it|that)(?:'s| is)|remind me(?: (?:about|of|to do) (?:that|this|it))?|no+|nope|sorry|oops|actually|wait|i (?:meant?|said|wanted)(?: to say)?|meant|rather|better|instead|correction|not (?:at |on )?[\\w:]{1,10}(?:,? but)?)";
const AGAIN = form(`(?:${AT}[,:]? )+(?<when>.{1,40}?)(?:,? (?:instead|rather|please|not .{1,20}))?`);
const BACK = form(
  '(?:no+,? |wait,? |oops,? )*(?:(?:bring|get|give|put)(?: me)? (?:it|that|this|them|the note|my note)(?: one)? back|(?:restore|undelete)(?: it| that| this)?|(?:i )?(?:(?:do |still |did )?(?:want|need|wanted|needed) )?(?:to keep (?:it|that)|(?:it|that|this)(?: one)? back)|(?:do not|don.?t) delete (?:it|that))',
);
const EDIT = form(`edit(?: ${LAST}(?=:)| (?:the |my )?last(?: one)?(?=:))?:? (?<words>.+)`);
const WHOLE = form(
  `(?:(?:change|set|update|correct|fix|replace|rewrite|edit|amend) ${LAST} (?:to|with|into|by)(?: say| read)?|(?<make>make) (?:it|that))[:,]? (?<words>.+)`,
);
const PARTS = [
  form(
    "(?<said>(?:i (?:meant?|wanted)|meant|correction|no|it's|its|it is|(?:that |it )?should (?:be|say|read))[,:]? )?(?<right>[^#]{1,60}?),? (?:and )?not (?<wrong>.{1,60})",
  ),
  form(
    'i (?:wrote|said|put|typed) (?<wrong>.{1,40}?),? (?:but )?(?:i )?(?:meant?|it should be|should be) (?<right>[^#]{1,40})',
  ),
  form("not (?<wrong>.{1,60}?),? (?:but|i meant|it's) (?<right>[^#]{1,60})"),
  form('(?:change|replace|swap|correct) (?<wrong>.{1,60}?) (?:to|with|for|by) (?<right>[^#]{1,60})'),
];
const UNPREFIXED = form(
  '(?<when>.{2,30}?),? (?:instead|rather|not (?:today|tomorrow|tonight|\\w+day|at \\d+|\\d\\S*))',
);
const STAR = form('\\*(?<right>[^\\s*#]{2,30})|(?<first>[^\\s*#]{2,30})\\*');
const ONE = form(
  '(?:i (?:meant?|said|wanted)(?: to say)?|meant|sorry|no|correction|typo|(?:it |that )?should (?:be|say|read)),?:? (?<right>[\\p{L}\\d:]{2,20})',
);
const MORE = form(
  '(?:also )?(?:add|append) (?<more>[^#]{1,80}?) to (?:that|it|this|(?:the|my|that) (?:last )?(?:note|one|text|message))',
);
/** What comes after it is compared with the last text. */
export const BEGINS_CORRECTION =
  /^(?:(?:no+|nope|oops|sorry|wait|hold on|actually|correction|corrected|excuse me|pardon(?: me)?|my (?:bad|mistake|fault|apologies)|apologies|typo|(?:correct )?spelling|(?:that|it)(?:'?s| is) spell?(?:ed|t)|wrong|i (?:made|had) (?:a |an |the )?(?:mistake|typo|error)|(?:that|it) (?:was|is) (?:wrong|not right)|(?:that|it)(?:'?s| is| was)? supposed to (?:be|say)|i mean|ment|i meant?|i said|i (?:mis)?spelled (?:it|that)(?: wrong)?|(?:make|amend|change) (?:that|it)(?: to)?|(?:it|that) should (?:be|say|read)|should (?:be|say|read)|scratch that|not (?:at |on )?[\w:]{1,10}(?:,|\.| but| it'?s| make))[\s,.:;!*-]+)+/i;
const ENDS_CORRECTION = form('.{1,20},? (?:i meant?|sorry)');
const ANY = [
  ENDS_CORRECTION,
  BEGINS_CORRECTION,
  MORE,
  SCRATCH,
  NO_REMINDER,
  AGAIN,
  UNPREFIXED,
  BACK,
  EDIT,
  WHOLE,
  ...PARTS,
  ONE,
  STAR,
];

export const mayCorrect = (body: string): boolean =>
  body.length <= 500 &&
  [body.trim().replace(/[.!]+$/, ''), withoutOpening(body.trim()), plainOf(body)].some((text) =>
    ANY.some((one) => one.test(text)),
  );

const plainOf = (body: string) =>
  withoutTypos(withoutPoliteness(body.trim())).replace(
    /\p{L}{5,}/gu,
    (word) => WORDS.find((one) => isSlipOf(word.toLowerCase(), one)) ?? word,
  );
const WORDS = ['cancel', 'reminder', 'ignore'];

/** What corrects the last text only if the two fit together. */
export function recogniseCorrection(app: App, user: User, body: string, at: number): Command | null {
  const plain = plainOf(body);
  const [act] = listActs(app, user, at);
  if (BACK.test(plain)) return act?.kind === 'delete' ? { kind: 'undo' } : null;
  const message = targetOf(app, user, at);
  if (SCRATCH.test(plain)) {
    const isAnswer = justNotifiedOf(app, user, { at, within: LATELY_MS }) !== null;
    if (!act || act.sentAt < at - JUST_SENT_MS || isAnswer) return null;
    if (act.kind !== 'note') return { kind: 'undo' };
    return typeof message === 'object' && message.id === act.messageId ? { kind: 'delete' } : null;
  }
  const isLately = (lastNote(app, user, at)?.sentAt ?? 0) >= at - LATELY_MS;
  if (typeof message === 'string') return null;
  const isReminded = findReminder(app, user, message.id)?.doneAt === null;
  if (NO_REMINDER.test(plain)) return isReminded && isLately ? { kind: 'delete', ofReminder: true } : null;
  const when = (
    AGAIN.exec(plain) ??
    AGAIN.exec(body.trim().replace(/[.!]+$/, '')) ??
    UNPREFIXED.exec(plain) ??
    UNPREFIXED.exec(body.trim())
  )?.groups?.when;
  if (when && isLately && (isReminded || isJustSent(app, user, at)) && isTime(app, user, timeOf(when), at)) {
    const isAsked = /^(?:.* )?remind me /i.test(plain);
    if (isReminded || isAsked)
      return { kind: 'edit', words: isAsked ? `remind me ${timeOf(when)}` : timeOf(when) };
  }
  const text = withoutOpening(body.trim());
  const words = (EDIT.exec(text)?.groups ?? WHOLE.exec(text)?.groups)?.words;
  const part = words && WHOLE.test(text) ? partOf(message.content, words) : null;
  if (part && isLately) return { kind: 'edit', words: part, keepsBoards: true };
  if (words && isNewText(app, user, { text, words, content: message.content, messageId: message.id }, at))
    return { kind: 'edit', words };
  if (!isLately) return null;
  const more = MORE.exec(text.replace(/[.!]+$/, ''))?.groups?.more;
  if (more)
    return { kind: 'edit', words: `${message.content.replace(/[\s,.;]+$/, '')}, ${more}`, keepsBoards: true };
  const isAnswer = () => justNotifiedOf(app, user, { at, within: LATELY_MS }) !== null;
  const content =
    corrected(message.content, text) ?? (isAnswer() ? null : alike(message.content, body.trim()));
  return content === null ? null : { kind: 'edit', words: content, keepsBoards: true };
}

type Edited = { text: string; words: string; content: string; messageId: number };

function isNewText(app: App, user: User, { text, words, content, messageId }: Edited, at: number): boolean {
  const [before, after] = [wordsIn(content), wordsIn(words)];
  const common = after.filter((word) => before.includes(word)).length;
  if (EDIT.test(text) && !WHOLE.test(text)) return 2 * common > Math.max(before.length, after.length);
  const isReminded = () => findReminder(app, user, messageId)?.doneAt === null;
  return (
    common > 0 ||
    (after.length > 2 && !WHOLE.exec(text)?.groups?.make) ||
    (isReminded() && isTime(app, user, words, at))
  );
}

const isJustSent = (app: App, user: User, at: number) =>
  (lastNote(app, user, at)?.sentAt ?? 0) >= at - JUST_SENT_MS;

const isTime = (app: App, user: User, words: string, at: number) =>
  readTime(timeOf(words), at, zoneOf(app, user)) !== null;

const timeOf = (words: string) => (HOUR.test(words) ? `at ${words.replace(/^at /i, '')}` : words);

const wordsIn = (text: string): string[] =>
  withoutHashtags(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}'’]+/gu) ?? [];

/** Null unless just one place in the text is meant. */
function corrected(content: string, text: string): string | null {
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
function alike(content: string, body: string): string | null {
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
  if (
    unknown.filter((word) => !SMALL.test(word) && !known.includes(word) && !inKind(word, KINDS.flat())[0])
      .length > 1
  )
    return null;
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
function partOf(content: string, words: string): string | null {
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
  return content.slice(0, place.index) + right + content.slice(place.index + place[0].length);
}
