import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findBoard } from '../../boards/boards';
import { countedBoards, listTags } from '../../boards/lists';
import { isList } from '../../boards/marks';
import { itemsMeant } from '../open-items';
import type { Command } from './command';
import { recogniseNatural } from './natural';
import { isSlipOf, singular, withoutPoliteness, withoutTypos } from './plain-words';

/** Boards that are named without a hashtag: `what's on my grocery list` is `what's on #groceries`, if there is one. */

const LENGTH_MAX = 100;
const RUN_MAX = 3;
const LISTS_MAX = 20;
const MAY_NAME =
  /^(?:the |my |our )?(?:shopping|grocery|groceries) list\W*$|^.{2,30} (?:on|to) (?:silent|mute|quiet)\b|^(?:show|list|read|see|open|check|give|view|what|whats|what's|anything|everything|let|is|do|who|whos|who's|mute|unmute|silence|leave|quit|get|take|remove|stop|no|turn|don't|dont|do not|put|add|move|save|post|lemme|gimme|catch|invite|share|sharing|can|could|does|did|has|have|are|how|my|i|get|send|print|unfollow|unsubscribe|hush|start|resume|tag|label|untag|that|this|copy|file|summary|daily|weekly|only|just|text)\b/i;
/** `food notes`, but not `food`. */
const BARE_BOARD =
  /^(?:the |my |our )?[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)? (?:board|notes|list)\W*(?:now|please)?\W*$/iu;
const BARE_QUESTION = /^\S+(?: \S+){0,2} ?\?+\W*$/;
/** `open house` and `check food` are plans. */
const PLAN = /^(?:open|see|view|check|list|read|show|put|add|get|take|quit|stop|no) [\p{L}\p{N}-]+$/iu;
/** `is milk on the list` reads it. */
const ON_LIST =
  /^(?:is|are|is there|do (?:i|we) have|did (?:i|we) put) .{2,40} (?:on|in) ((?:(?:the|my|our) )?[\p{L}\p{N} -]{2,30})$/iu;
const NEEDED =
  /^(?:do (?:i|we)|should (?:i|we)) (?:still )?(?:need|get|buy)(?: to (?:get|buy))? (?:any |more |some )?(.{2,30})$/i;
const KINDS = ['ask', 'mute', 'who', 'leave', 'tag', 'digest', 'invite'];

const LIST_WORDS = new Set(
  `what whats what's is are do does did we i still need needs left missing open to buy get pick up from the store shop supermarket at
  on my our list lists shopping grocery anything else all have there show me read see check items be bought got send print how long many was give gimme open things a`.split(
    /\s+/,
  ),
);
const OF_LIST = /\b(?:needs?|left|missing|buy|list)\b/i;
const SHOPPING = /groc|shop|einkauf|compra|spesa|course|mercado|boodschap/;

export const mayNameBoard = (body: string): boolean =>
  body.length <= LENGTH_MAX &&
  !/[#＃\n]/.test(body) &&
  (BARE_QUESTION.test(body.trim()) || BARE_BOARD.test(body.trim()) || MAY_NAME.test(plainOf(body)));

export function recogniseNamedBoard(app: App, user: User, body: string): Command | null {
  const isAsked = /\?\W*$/.test(body);
  const plain = plainOf(body);
  const [, needed = ''] = NEEDED.exec(plain) ?? [];
  const items = needed && itemsMeant(app, user, needed, app.now(), { onOne: true });
  const list = items?.length ? onlyList(app, user) : listMeant(app, user, plain);
  if (list) return { kind: 'ask', query: `#${list}` };
  const [, place] = ON_LIST.exec(plain) ?? [];
  const onList = place ? boardNamed(app, user, place) : null;
  const board = onList ? findBoard(app, user, onList) : null;
  if (board && isList(app, board)) return { kind: 'ask', query: `#${onList}` };
  const named = namedIn(app, user, plain);
  if (!named) return null;
  const isBare = () => {
    const board = BARE_BOARD.test(body.trim()) ? findBoard(app, user, named.tag) : null;
    return board !== null && (isList(app, board) || !/\blist\W*$/i.test(plain));
  };
  const bare = named.text.replace(/^(?:the|my|our) | (?:board|list|notes?|group)$/gi, '');
  if (bare === `#${named.tag}`) return isAsked || isBare() ? { kind: 'ask', query: bare } : null;
  if (PLAN.test(plain) && !isAsked) return null;
  const command = recogniseNatural(named.text);
  if (!command || !KINDS.includes(command.kind)) return null;
  if (command.kind === 'ask' && command.query !== `#${named.tag}`) return null;
  return command.kind === 'mute' ? { ...command, isGuess: true } : command;
}

/** As if the board had been named by its hashtag. */
export const withNamedBoard = (app: App, user: User, body: string): string | null =>
  mayNameBoard(body) ? (namedIn(app, user, plainOf(body))?.text ?? null) : null;

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
        .replace(/['’]s$|[,.;:!]+$/, '');
      const tag = tags.get(singular(run.toLowerCase()));
      if (tag)
        found.push({
          tag,
          text: [...words.slice(0, from), `#${tag}`, ...words.slice(from + length)].join(' '),
        });
    }
  return found.length === 1 ? found[0]! : found.length > 1 ? null : nearlyNamed(words, [...tags.values()]);
}

/** `the fam board`, or a name with a slip, if no other board is like it. */
function nearlyNamed(words: string[], tags: string[]): { tag: string; text: string } | null {
  const at = words.findIndex((_, index) => /^(?:board|group|list|chat)$/i.test(words[index + 1] ?? ''));
  const typed = (words[at < 0 ? words.length - 1 : at] ?? '').toLowerCase().replace(/^[#＃]/, '');
  const like = tags.filter(
    (tag) =>
      (at >= 0 && typed.length > 2 && tag.startsWith(typed)) || (typed.length > 4 && isSlipOf(typed, tag)),
  );
  const [tag] = like;
  if (like.length !== 1 || !tag) return null;
  return { tag, text: words.with(at < 0 ? words.length - 1 : at, `#${tag}`).join(' ') };
}

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
  const name = words.replace(/^(?:(?:the|my|our|whole|all of) )+/i, '').replace(/ (?:list|board)$/i, '');
  if (/^list$/i.test(name)) return onlyList(app, user);
  const named = namedIn(app, user, name.replace(/^[#＃]/, '')) ?? namedIn(app, user, `${name} board`);
  return named?.tag ?? (/^(?:shopping|grocer(?:y|ies))$/i.test(name) ? onlyList(app, user) : null);
}
