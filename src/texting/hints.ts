import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { tryChargeRateLimits } from '../app/rate-limits';
import { findBoard } from '../boards/boards';
import { listMembers } from '../boards/sharing';
import { cutAtWord } from '../contract/fitting';
import { hashtagsIn } from '../contract/hashtags';
import { toWallTime } from '../notices/reminders/schedule';
import { toPlainCharacters } from '../outbox/texts';
import { zoneOf } from '../people/time-zone';
import { listActs } from './acts';
import { askingOf } from './asking';
import { namedAbroad } from './commands/abroad';
import { withNamedBoard } from './commands/board-words';
import { BEGINS_CORRECTION } from './commands/corrected-text';
import { boardToTick } from './commands/lists';
import { isSlipOf, withoutOpening, withoutTypos } from './commands/plain-words';
import { EDIT_LINE, HELP, HINTS, REQUESTS } from './near-misses';
import { FIRST, TOPICS } from './topics';

/**
 * A text that asks for something, but not surely enough to obey it, is kept as a note, and its sender is told how
 * to say it (docs/product/commands.md: Near-misses).
 */

/** One word that is nearly a command. */
const NEARLY = [
  'boards',
  'delete',
  'snooze',
  'login',
  'commands',
  'unsubscribe',
  'undo',
  'more',
  'help',
  'done',
];
/** Real words that are one letter away. */
const OTHER_WORDS =
  /^(?:board|deleted?s|deletes|logins?|command|dont|gone|none|one|bone|don|dong|dune|donee|hell|held|kelp|heap|yelp|helps|move|mores?|moore|mode|core|wore|sore|fore|bore|lore|pore|tore|gore|ore|mire|mere|mare|morel|undid|undos|unto)$/;

/** `person`: only if one of this name is on the board. */
export function hintOf(content: string): { kind: string; line: string; person?: string } | null {
  const text = withoutTypos(withoutOpening(content.trim()));
  const tag = hashtagsIn(content)[0] ?? '';
  const isShort = text.length <= 160 && !text.includes('\n');
  const word = text.toLowerCase().replace(/[.!?\s]+$/, '');
  const near = /^[a-z]+$/.test(word) && !OTHER_WORDS.test(word) && NEARLY.find((one) => isSlipOf(word, one));
  if (near)
    return { kind: 'near', line: `Did you mean ${near.toUpperCase()}? HELP lists what you can text.` };
  const hint = [...(tag ? REQUESTS : []), ...FIRST, ...HINTS, ...TOPICS, HELP].find(
    ({ kind, pattern }) =>
      (isShort || kind === 'remind') &&
      (pattern.test(text) || pattern.test(content)) &&
      isMeantForUs(kind, content),
  );
  const { person } = hint?.pattern.exec(text)?.groups ?? {};
  return hint ? { kind: hint.kind, line: hint.line(text, tag), person } : null;
}

/** `kick the ball off #lawn` is no request. */
function hintFor(app: App, sender: User, content: string) {
  const hint = hintOf(content);
  if (!hint?.person) return hint;
  const [tag = ''] = hashtagsIn(content);
  const members = findBoard(app, sender, tag)?.shared ? listMembers(app, sender, tag) : [];
  const named = hint.person.toLowerCase();
  const isThere = members.some(
    ({ userId, user: { firstName, displayName } }) =>
      userId !== sender.id && [firstName, displayName].some((name) => name?.toLowerCase() === named),
  );
  return isThere ? hint : null;
}

/** Questions on a board are for its readers. */
const isMeantForUs = (kind: string, content: string) =>
  !content.includes('#') ||
  (kind === 'remind' && OF_OTHERS.test(content)
    ? false
    : ['remind', 'mute', 'digest', 'delete', 'board', 'invite', 'request', 'tick'].includes(kind));
const OF_OTHERS =
  /^\W*remind (?!(?:me|us|myself|at|on|in|to|about|that|every)\b)(?:\p{L}+ ){1,3}?(?:to|about|that|of)\b/iu;

/** What nobody says to the readers of a board is not posted there (docs/product/commands.md: Near-misses). */
export const isRequest = (app: App, sender: User, content: string): boolean =>
  content.length <= 120 &&
  content.includes('#') &&
  hintFor(app, sender, content)?.kind === 'request' &&
  hashtagsIn(content).some((tag) => findBoard(app, sender, tag));

/**
 * At most once a day for the same kind, but each time for a reminder that did not come about, and for what is kept
 * from a board. Who is new is welcomed instead, but for a reminder.
 */
export function takeHint(
  app: App,
  sender: User,
  content: string,
  { isNew }: { isNew: boolean },
): { line: string | null; queries?: string[]; isAsked?: boolean } | null {
  const today = Temporal.PlainDate.from(toWallTime(app.now(), zoneOf(app, sender)).slice(0, 10));
  const named = content.includes('#') ? null : withNamedBoard(app, sender, content);
  const isNamed = named && (IS_OF_BOARD.test(named) || isWritten(content, named));
  const asBoard = isNamed ? hintFor(app, sender, named) : null;
  const hinted = (asBoard?.kind === 'request' ? asBoard : null) ?? hintFor(app, sender, content);
  const asked =
    !hinted ||
    (hinted.kind === 'help' && /\btell\b/i.test(content)) ||
    /\bremind me (?:wh(?:at|ere|o|ich)|how)/i.test(content)
      ? askingOf(content, today)
      : null;
  const given = hinted && asked?.isSure ? null : hinted;
  const asking = given ? null : asked;
  const corrected = given || asking ? null : correctionHint(app, sender, content);
  const toTick = given || asking || corrected ? null : boardToTick(app, sender, content);
  const ticking = toTick === null ? null : { kind: 'list', line: `To tick things: LIST ON #${toTick}` };
  const hint =
    given ??
    corrected ??
    ticking ??
    (asking?.isSure ? { kind: 'find', line: findLine(content, asking.queries) } : null);
  if ((!hint && !asking) || (isNew && hint?.kind !== 'remind')) return null;
  const isAlways = hint?.kind === 'remind' || hint?.kind === 'request';
  const isTold =
    hint !== null &&
    (isAlways || tryChargeRateLimits(app, { 'hint to a person a day': `${sender.id} ${hint.kind}` }));
  const isAnswerable = asking && tryChargeRateLimits(app, { 'question from a number': sender.phone });
  const shared = hashtagsIn(content).find((tag) => findBoard(app, sender, tag)?.shared);
  const kept =
    hint?.kind === 'request' && shared
      ? `Kept for you only; +#${shared} posts it.`
      : shared
        ? `Posted to #${shared} as it is.`
        : 'Kept as a note.';
  const line = isTold ? `${kept} ${hint.line}` : null;
  return line || isAnswerable
    ? { line, queries: isAnswerable ? asking.queries : undefined, isAsked: asking?.isAsked }
    : null;
}

/** `take the trash out of the garage` is a note, also beside a board #garage. */
const IS_OF_BOARD =
  /#\S+ (?:board|group|list|chat)\b|^(?!(?:please |pls |can you )?(?:delete|remove|erase|take|show|read|list|find|search|share|send|add|invite)\b)/i;
/** `share recipes with Jan`, but not `share the recipe with Jan`. */
const isWritten = (content: string, named: string) =>
  /^(?:please |can you )?(?:share|invite|add)\b/i.test(content) &&
  content
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .includes(hashtagsIn(named)[0] ?? '');
const CORRECTED_WITHIN_MS = 3 * 60_000;

/** What begins like a correction, right after another note. */
function correctionHint(app: App, sender: User, content: string): { kind: string; line: string } | null {
  const [begins = ''] = BEGINS_CORRECTION.exec(content) ?? [];
  const rest = content.slice(begins.length);
  if (/^(?:about|for|to|i|i'm|im|if|but)\b/i.test(rest) || rest.split(/\s+/).length > 8) return null;
  if (content.length > 80 || content.includes('#') || !/\w{4}/.test(begins)) return null;
  const [, before] = listActs(app, sender, app.now());
  if (before?.kind !== 'note' || before.sentAt < app.now() - CORRECTED_WITHIN_MS) return null;
  return { kind: 'edit', line: EDIT_LINE };
}

const findLine = (content: string, [query = '']: string[]) =>
  `To find what you kept${namedAbroad(content, 'find')}: ? ${query.startsWith('from:me ') ? 'and a word' : toPlainCharacters(cutAtWord(query, 30))}`;
