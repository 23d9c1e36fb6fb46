import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { countedBoards, listTags } from '../../boards/lists';
import type { Command } from './command';
import { recogniseNatural } from './natural';
import { withoutPoliteness, withoutTypos } from './plain-words';

/** Boards that are named without a hashtag: `what's on my grocery list` is `what's on #groceries`, if there is one. */

const LENGTH_MAX = 100;
const RUN_MAX = 3;
const LISTS_MAX = 20;
const MAY_NAME =
  /^(?:the |my |our )?(?:shopping|grocery|groceries) list\W*$|^(?:show|list|read|see|open|check|give|view|what|whats|what's|anything|everything|let|is|do|who|whos|who's|mute|unmute|silence|leave|quit|get|take|remove|stop|no|turn|don't|dont|do not|put|add|move|save|post)\b/i;
const BARE_QUESTION = /^\S+(?: \S+){0,2} ?\?+\W*$/;
/** `open house` and `check food` are plans. */
const PLAN = /^(?:open|see|view|check|list|read|show|put|add|get|take|quit|stop|no) [\p{L}\p{N}-]+$/iu;
const KINDS = ['ask', 'mute', 'who', 'leave', 'tag', 'digest'];

const LIST_WORDS = new Set(
  `what whats what's is are do does did we i still need needs left missing open to buy get pick up from the store shop supermarket at
  on my our list lists shopping grocery anything else all have there show me read see check items be bought got`.split(
    /\s+/,
  ),
);
const OF_LIST = /\b(?:needs?|left|missing|buy|list)\b/i;
const SHOPPING = /groc|shop|einkauf|compra|spesa|course|mercado|boodschap/;

export const mayNameBoard = (body: string): boolean =>
  body.length <= LENGTH_MAX &&
  !/[#＃\n]/.test(body) &&
  (BARE_QUESTION.test(body.trim()) || MAY_NAME.test(plainOf(body)));

export function recogniseNamedBoard(app: App, user: User, body: string): Command | null {
  const isAsked = /\?\W*$/.test(body);
  const plain = plainOf(body);
  const list = listMeant(app, user, plain);
  if (list) return { kind: 'ask', query: `#${list}` };
  const named = namedIn(app, user, plain);
  if (!named) return null;
  const bare = named.text.replace(/^(?:the|my|our) | (?:board|list|notes?|group)$/gi, '');
  if (bare === `#${named.tag}`) return isAsked ? { kind: 'ask', query: bare } : null;
  if (PLAN.test(plain) && !isAsked) return null;
  const command = recogniseNatural(named.text);
  if (!command || !KINDS.includes(command.kind)) return null;
  if (command.kind === 'ask' && command.query !== `#${named.tag}`) return null;
  return command.kind === 'mute' ? { ...command, isGuess: true } : command;
}

const plainOf = (body: string) =>
  withoutTypos(withoutPoliteness(body.trim().replace(/\?+$/, ''))).replace(/\s+/g, ' ');

/** The one board that the words name, and the text with its hashtag. */
function namedIn(app: App, user: User, text: string): { tag: string; text: string } | null {
  const words = text.split(' ');
  const tags = new Map(countedBoards(app, user).map(({ tag }) => [singular(tag.replaceAll('-', '')), tag]));
  const found: { tag: string; text: string }[] = [];
  for (let length = RUN_MAX; length > 0 && found.length === 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const run = words
        .slice(from, from + length)
        .join('')
        .replace(/['’]s$/, '');
      const tag = tags.get(singular(run.toLowerCase()));
      if (tag)
        found.push({
          tag,
          text: [...words.slice(0, from), `#${tag}`, ...words.slice(from + length)].join(' '),
        });
    }
  return found.length === 1 ? found[0]! : null;
}

export const singular = (word: string): string =>
  word.replace(/ies$/, 'y').replace(/(?<=\p{L}{2})(?<!s)s$/u, '');

/** Of several lists the one for shopping. */
export function onlyList(app: App, user: User): string | null {
  const lists = listTags(app, user, LISTS_MAX);
  const shopping = lists.filter((tag) => SHOPPING.test(tag));
  return (lists.length === 1 ? lists[0] : shopping.length === 1 ? shopping[0] : null) ?? null;
}

const listMeant = (app: App, user: User, text: string): string | null =>
  OF_LIST.test(text) &&
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => LIST_WORDS.has(word))
    ? onlyList(app, user)
    : null;

/** That of `#groceries`, `groceries`, `the grocery list`, or of `the list` if there is only one. */
export function boardNamed(app: App, user: User, words: string): string | null {
  const name = words.replace(/^(?:the|my|our) /i, '').replace(/ (?:list|board)$/i, '');
  if (/^list$/i.test(name)) return onlyList(app, user);
  return namedIn(app, user, name.replace(/^[#＃]/, ''))?.tag ?? null;
}
