import { hashtagSlug } from '../../contract/hashtags';
import { QUERY_MAX } from '../../contract/limits';
import { ADDRESS, hasOtherLetters, normalAddress } from '../../contract/mail';
import { recogniseAbroad } from './abroad';
import type { Command } from './command';
import { recogniseNatural } from './natural';
import { withoutPoliteness } from './plain-words';
import { recogniseReminderWords } from './reminder-words';

/** Lengths are in UTF-16 units. */
const WORD_MAX = 60;
const QUESTION_WORDS_MAX = 16;
const QUESTION_LENGTH_MAX = 160;
const WHEN_MAX = 40;
const OK_MAX = 12;

const WORDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['more', { kind: 'more' }],
  ['boards', { kind: 'status' }],
  ['delete', { kind: 'delete' }],
  ['undo', { kind: 'undo' }],
  ['done', { kind: 'done', all: false }],
  ['done all', { kind: 'done', all: true }],
  ['snooze', { kind: 'snooze', when: '' }],
  ['block', { kind: 'block', tag: null }],
  ['reminders', { kind: 'reminders' }],
  ['login', { kind: 'login' }],
  ['help', { kind: 'help' }],
  ['info', { kind: 'help' }],
  ['aide', { kind: 'help' }],
]);

/** Tested before ONE_WORD, because it is quicker and most notes match it. */
const TWO_WORDS = /[a-z0-9][ ,.'-]+[a-z0-9]/i;
const DONE_ALL = /done\s+all/i;
const ONE_WORD = /^[^\p{L}\p{N}]*(?:done\s+all|[\p{L}\p{M}\p{N}]+)[^\p{L}\p{N}]*$/iu;
/** The name must be in capitals or have a colon after it. */
const IN_CAPITALS = /^(NAME(?=:? )|DONE|EDIT|REMIND|RE|SNOOZE|DIGEST|UNMUTE|MUTE|TZ):?\s+([^\s:：].*)$/su;
const WITH_COLON = /^(done|edit|remind|re|snooze|digest|unmute|mute|tz)\s*[:：]\s*(\S.*)$/isu;
/** In any case: it must not be posted to the very board. */
const WAY_OUT = /^(?:(leave)|block)\s*[:：]?\s*[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)[.!]?$/iu;

/** Of oneself, or of the person with the number before it. */
const NAME =
  /^(?:(?<person>\+?\(?\d[\d\s().-]{2,20}\d)\s+)?(?<own>\p{L}[\p{L}\p{M}'’.-]{0,30}(?:\s+\p{L}[\p{L}\p{M}'’.-]{0,30}){0,3})$/u;

/** An address only in capitals: "Mail ann@example.org" is a plan. */
const MAIL = /^(?:M(?:AIL|ail)\s+(?:(on)|off)|MAIL\s+(\S{3,254}))[.!]?$/i;

const LIST = /^list\s+(?:(on)|off)\s*[:：]?\s*[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)[.!]?$/iu;

const OPERATOR = /(?:^|\s)-?(?:#[\p{L}\p{M}\p{N}]|(?:from|before|after|has):\S|["“”„«])/iu;
/** Punctuation that is usual in prose, but not between a few words to search for. */
const PROSE = /[?？!！。，；、]|[.,;:…](?:\s|$)|\n/u;
/** Only if the first word has at least two letters. */
const LAST_MARK = /(?<=^[a-z]{2}.*)\s*\?$/i;
/** `? : is ternary #js` is a note. */
const OF_CODE = /^(?!["“”„«»'‘’#＃@(])[\p{P}=+<>|~^$]+\s/u;
const BOARD_QUESTION = /^[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)\s*[?？]$/u;
const NUMBER = /^\(?([1-9]\d?)\s?[).:]{0,2}$/;
const OK = /^["'“”‘’(]*(?:ok(?:ay)?|y|yes)[\s.,:-]*(\d{2})["'“”‘’).!]*$/i;
const TAGS =
  /^(?:[+\-＋－−–—]\s*(?:[#＃][\p{L}\p{M}\p{N}\p{Join_C}_-]+(?:\s*,\s*|\s+|(?=[+\-＋－−–—])|[.!]?$))+)+$/u;
const TAG_PART = /([+＋])|([-－−–—])(?=\s*[#＃])|[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)/gu;
/** Not the smileys that begin with `>`: `><`, `>_<`, `>.<`, `>o<`. */
const QUOTED_WORDS = /^[>＞]\s*(?!\p{L}<)([\p{L}\p{N}#"'“‘].*)$/su;
const WHEN =
  /^(?:\d|(?:in|at|on|next|this|every|daily|weekly|monthly|today|tonight|tom(?:orrow)?|tmr|tmrw|noon|midnight|morning|afternoon|evening|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)[\p{L}\p{N}\s:.,/+-]*$/iu;

export function recognise(text: string): Command | null {
  const whole = trimBlanks(text);
  const first = whole.charAt(0);
  if (!first) return null;
  if ('?？'.includes(first)) return recogniseQuestion(trimBlanks(whole.slice(1)));
  if ('+＋-－−–—'.includes(first)) return recogniseTags(whole) ?? recogniseReminder(whole);
  if ('>＞'.includes(first)) {
    const words = QUOTED_WORDS.exec(whole)?.[1];
    return words ? { kind: 'reply', words } : recogniseReminder(whole);
  }
  if ('#＃'.includes(first)) {
    const tag = hashtagSlug(BOARD_QUESTION.exec(whole.slice(0, WORD_MAX))?.[1] ?? '');
    return tag && whole.length <= WORD_MAX ? { kind: 'ask', query: `#${tag}` } : recogniseReminder(whole);
  }
  if (whole.length <= 5) {
    const number = NUMBER.exec(whole.normalize('NFKC'))?.[1];
    if (number) return { kind: 'open', number: Number(number) };
  }
  if (whole.length <= OK_MAX) {
    const digits = OK.exec(whole.normalize('NFKC'))?.[1];
    if (digits) return { kind: 'ok', digits };
  }
  if (whole.length <= WORD_MAX && (!TWO_WORDS.test(whole) || DONE_ALL.test(whole)) && ONE_WORD.test(whole)) {
    const command = WORDS.get(wordsOf(whole));
    if (command) return command;
  }
  return (
    recogniseWords(whole) ??
    recogniseReminderWords(whole) ??
    recogniseReminder(whole) ??
    recogniseNatural(whole) ??
    recogniseAbroad(whole) ??
    recogniseAsked(whole)
  );
}

/** One word with `please` or the like. */
function recogniseAsked(whole: string): Command | null {
  if (whole.length > WORD_MAX) return null;
  return WORDS.get(wordsOf(withoutPoliteness(whole))) ?? null;
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function recogniseQuestion(words: string): Command | null {
  if (!words) return { kind: 'status' };
  const query = words.replaceAll('＃', '#').replaceAll('：', ':');
  if (query.length > QUERY_MAX || !/[\p{L}\p{N}]/u.test(query) || /^[?？!！]/.test(query)) return null;
  if (OF_CODE.test(query)) return null;
  if (/^help\W*$/i.test(query)) return { kind: 'help' };
  if (OPERATOR.test(query)) return { kind: 'ask', query };
  const [only, ...others] = query.split(/\s+/, QUESTION_WORDS_MAX + 1);
  const bare = others.length === 0 ? only!.replace(/\.$/, '') : query.replace(LAST_MARK, '');
  if (others.length >= QUESTION_WORDS_MAX || query.length > QUESTION_LENGTH_MAX || PROSE.test(bare))
    return null;
  return { kind: 'ask', query: bare };
}

function recogniseTags(whole: string): Command | null {
  if (whole.length > QUERY_MAX || !TAGS.test(whole)) return null;
  const add: string[] = [];
  const remove: string[] = [];
  let current = add;
  for (const [, plus, minus, name] of whole.matchAll(TAG_PART)) {
    if (plus) current = add;
    else if (minus) current = remove;
    else if (name) {
      const tag = hashtagSlug(name);
      if (!tag) return null;
      if (!current.includes(tag)) current.push(tag);
    }
  }
  return { kind: 'tag', add, remove };
}

function recogniseWords(whole: string): Command | null {
  const [, leave, board = ''] = WAY_OUT.exec(whole) ?? [];
  const boardTag = hashtagSlug(board);
  if (boardTag) return { kind: leave ? 'leave' : 'block', tag: boardTag };
  const [, on, list = ''] = LIST.exec(whole) ?? [];
  const listTag = hashtagSlug(list);
  if (listTag) return { kind: 'list', tag: listTag, list: on !== undefined };
  const [mail, mailOn, typed] = MAIL.exec(whole) ?? [];
  const address = typed === undefined ? null : normalAddress(typed);
  const isAddress =
    address !== null && whole.startsWith('MAIL ') && (ADDRESS.test(address) || hasOtherLetters(address));
  if (mail && (address === null ? /^M/.test(mail) : isAddress))
    return { kind: 'mail', address, isOn: mailOn !== undefined };
  const [, name, words = ''] = IN_CAPITALS.exec(whole) ?? WITH_COLON.exec(whole) ?? [];
  switch (name?.toUpperCase()) {
    case 'DONE':
      return words.length <= QUESTION_LENGTH_MAX ? { kind: 'tick', words } : null;
    case 'EDIT':
      return { kind: 'edit', words };
    case 'RE':
      return { kind: 'reply', words };
    case 'REMIND':
      return { kind: 'remind', form: 'remind', words: words.replace(/^me\s+/i, ''), when: null };
    case 'SNOOZE':
      return words.length <= WHEN_MAX ? { kind: 'snooze', when: words } : null;
    case 'DIGEST':
      return /^(?:daily|weekly|off)\b/i.test(words) && words.length <= 2 * WORD_MAX
        ? { kind: 'digest', words }
        : null;
    case 'MUTE':
    case 'UNMUTE': {
      const tag = hashtagSlug(/^[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)[.!]?$/u.exec(words)?.[1] ?? '');
      return tag ? { kind: 'mute', tag, muted: name!.toUpperCase() === 'MUTE' } : null;
    }
    case 'NAME': {
      const { person = null, own } = NAME.exec(words)?.groups ?? {};
      return own ? { kind: 'name', words: own.replace(/\s+/g, ' '), person } : null;
    }
    case 'TZ':
      return words.length <= WHEN_MAX ? { kind: 'zone', words } : null;
  }
  return null;
}

function recogniseReminder(whole: string): Command | null {
  const mark = whole.lastIndexOf('!');
  if (mark < 1 || whole.length - mark > WHEN_MAX + 1 || !/\s/.test(whole[mark - 1]!)) return null;
  const when = whole.slice(mark + 1);
  const words = whole.slice(0, mark).trimEnd();
  return words && WHEN.test(when) ? { kind: 'remind', form: '!', words, when } : null;
}

const BLANK = '[\\0- \\x7f-\\xa0\\xad\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff]';
/** White space and invisible characters at both ends. The look-behind keeps long runs of blanks cheap. */
const BLANK_ENDS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

const trimBlanks = (text: string): string => text.replace(BLANK_ENDS, '');
