import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { tryChargeRateLimits } from '../app/rate-limits';
import { findBoard } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { isSlipOf, withoutOpening } from './commands/plain-words';
import { HINTS } from './near-misses';

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

export function hintOf(content: string): { kind: string; line: string; query?: string } | null {
  const text = withoutOpening(content.trim());
  const tag = hashtagsIn(content)[0] ?? '';
  const isShort = text.length <= 160 && !text.includes('\n');
  const word = text.toLowerCase().replace(/[.!?\s]+$/, '');
  const near = /^[a-z]+$/.test(word) && !OTHER_WORDS.test(word) && NEARLY.find((one) => isSlipOf(word, one));
  if (near)
    return { kind: 'near', line: `Did you mean ${near.toUpperCase()}? HELP lists what you can text.` };
  const hint = HINTS.find(
    ({ kind, pattern }) =>
      (isShort || kind === 'remind') &&
      (pattern.test(text) || pattern.test(content)) &&
      isMeantForUs(kind, content),
  );
  return hint ? { kind: hint.kind, line: hint.line(text, tag), query: hint.query?.(text) } : null;
}

/** Questions on a board are for its readers. */
const isMeantForUs = (kind: string, content: string) =>
  !content.includes('#') || ['remind', 'mute', 'digest', 'delete', 'board', 'invite'].includes(kind);

/**
 * At most once a day for the same kind, but each time for a reminder that did not come about. Who is new is
 * welcomed instead, but for that.
 */
export function takeHint(
  app: App,
  sender: User,
  content: string,
  { isNew }: { isNew: boolean },
): { line: string | null; query?: string } | null {
  const hint = hintOf(content);
  if (!hint || (isNew && hint.kind !== 'remind')) return null;
  const charge = { 'hint to a person a day': `${sender.id} ${hint.kind}` };
  const isTold = hint.kind === 'remind' || tryChargeRateLimits(app, charge);
  const isAnswerable =
    Boolean(hint.query) && tryChargeRateLimits(app, { 'question from a number': sender.phone });
  if (!isTold && !isAnswerable) return null;
  const shared = hashtagsIn(content).find((tag) => findBoard(app, sender, tag)?.shared);
  const line = `${shared ? `Posted to #${shared} as it is.` : 'Kept as a note.'} ${hint.line}`;
  return { line: isTold ? line : null, query: isAnswerable ? hint.query : undefined };
}
