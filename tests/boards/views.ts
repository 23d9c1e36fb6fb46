import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { findGuestBoard } from '../../src/boards/pages/guest-links';
import { findPublished } from '../../src/boards/pages/pages';
import { listMembers } from '../../src/boards/sharing';
import { hashtagsIn } from '../../src/contract/hashtags';
import { QUOTE_MAX } from '../../src/contract/limits';
import type { Message } from '../../src/contract/messages';
import { allMessages } from '../../src/messages/lists';
import { listShown } from '../../src/messages/shown';
import { preferences } from '../../src/notices/preferences';
import { privateBoardCards, sharedBoardCards } from '../support/board-cards';
import { versionOf } from '../support/people';
import { PEOPLE } from './acts';
import type { Oracle, View } from './oracle';

export function readView(app: App, user: User | null): View {
  if (!user) return { version: -1, messages: [], shared: new Map(), tags: new Map(), rest: '' };
  const shared = sharedBoardCards(app, user);
  const members = shared.map(({ name }) => listMembers(app, user, name));
  return {
    version: versionOf(app, user),
    messages: allMessages(app, user),
    shared: new Map(shared.map(({ name, ...rest }) => [name, rest])),
    tags: new Map(privateBoardCards(app, user).map(({ tag, count }) => [tag, count])),
    rest: JSON.stringify([members, preferences(app, user)]),
  };
}

export function checkView(oracle: Oracle, person: number, view: View) {
  const { messages, shared, tags } = view;
  const ids = messages.map(({ id }) => id);
  check('sees every visible message', sameMembers(ids, oracle.visibleTo(person)));

  const expected = [...oracle.boards].filter(([, board]) => board.members.has(person));
  const expectedIds = expected.map(([id]) => id);
  const sharedIds = [...shared.values()].map(({ id }) => id);
  check('sees the boards they are on', sameMembers(sharedIds, expectedIds));
  for (const [tag, { id, count, role }] of shared) {
    const board = oracle.boards.get(id)!;
    check('a tag means one board', !tags.has(tag));
    check('the count of a shared board is right', count === board.messages.size);
    check('the role is right', role === (board.owner === person ? 'owner' : 'member'));
    for (const message of messages)
      check('a board has its messages', message.tags.includes(tag) === board.messages.has(message.id));
  }
  for (const [tag, count] of tags) {
    const tagged = messages.filter((message) => message.tags.includes(tag));
    check('the count of a private board is right', tagged.length === count);
  }
  for (const message of messages) checkMessage(oracle, person, view, message);
}

function checkMessage(oracle: Oracle, person: number, view: View, message: Message) {
  const { id, tags, content } = message;
  const { sender, hashtags } = oracle.messages.get(id)!;
  check('a message is on a board', tags.length > 0);
  checkReplies(oracle, view, message);
  if (sender === person) {
    for (const tag of tags) check("the tag is the sender's own", view.shared.has(tag) || view.tags.has(tag));
    check('the sender reads every hashtag', sameMembers(hashtagsIn(content), hashtags.keys()));
    return;
  }
  for (const tag of tags) check("no tag is another's private one", view.shared.has(tag));
  for (const tag of hashtagsIn(content)) {
    const boards = hashtags.get(tag) ?? [];
    const isMember = boards.some((board) => oracle.boards.get(board)?.members.has(person));
    check('no hashtag of a board the reader is not on', isMember);
  }
}

function checkReplies(oracle: Oracle, { messages }: View, { id, replyTo, quote, replies }: Message) {
  const stored = oracle.messages.get(id)!.replyTo;
  const answered = messages.find((message) => message.id === stored);
  check('a reply names the message that it answers, if that is seen', replyTo === (answered?.id ?? null));
  check(
    'a reply quotes only a message that is seen',
    quote?.content === answered?.content.slice(0, QUOTE_MAX),
  );
  const seen = messages.filter((message) => oracle.messages.get(message.id)!.replyTo === id);
  check('the count of replies is that of those seen', replies === seen.length);
}

export function checkNothingLost(oracle: Oracle, person: number, before: View, now: View) {
  const idsWith = (view: View, tag: string) =>
    view.messages.filter((message) => message.tags.includes(tag)).map(({ id }) => id);
  for (const tag of before.tags.keys()) {
    const still = idsWith(now, tag);
    const lost = idsWith(before, tag).filter((id) => !still.includes(id));
    check('no message was lost', lost.length === 0);
    if (now.tags.has(tag)) continue;
    // the exception: a person who left a shared board has a private copy of it, which may vanish when the
    // person is a member again
    const shared = oracle.boards.get(now.shared.get(tag)?.id ?? 0);
    check('no private board was lost', shared?.formerMembers.has(person) ?? false);
  }
}

export function check(promise: string, holds: boolean) {
  if (!holds) throw new Error(`Not so: ${promise}`);
}

function sameMembers<T>(some: Iterable<T>, others: Iterable<T>): boolean {
  const left = [...some].sort();
  const right = [...others].sort();
  return left.length === right.length && left.every((one, index) => one === right[index]);
}

/** Visitors of pages and guests read what those have posted who agreed, on open boards, and nothing else. */
export function checkOutside(app: App, oracle: Oracle) {
  const sqlite = app.db.$client;
  const pages = sqlite.query<{ board: number; secret: string }, []>(
    'select board_id as board, address as secret from pages',
  );
  const links = sqlite.query<{ board: number; secret: string }, []>(
    'select board_id as board, secret from guest_links',
  );
  const open = [
    ...pages.all().map(({ board, secret }) => ({ board, found: findPublished(app, secret) })),
    ...links.all().map(({ board, secret }) => ({ board, found: findGuestBoard(app, secret) })),
  ];
  for (const [board, { authors }] of oracle.boards)
    for (const audience of ['page', 'guests'] as const) {
      const isOpen = open.some((one) => one.board === board && one.found?.audience === audience);
      check('a board is open as its owner says', isOpen === (authors[audience] !== undefined));
    }
  for (const { board, found } of open) {
    const { messages } = listShown(app, found!, {}, 1000);
    const expected = oracle.shownOn(board, found!.audience);
    check(
      'what shows is of those who agreed',
      sameMembers(
        messages.map(({ id }) => id),
        expected ?? [],
      ),
    );
    for (const { content, author, quote } of messages) {
      check('no hashtag shows', !/[#＃]/.test(content + (quote?.content ?? '')));
      check(
        'only first names show',
        PEOPLE.some(({ firstName }) => firstName === author),
      );
      check(
        'a quote is of a message that shows',
        !quote || messages.some((one) => one.content.startsWith(quote.content)),
      );
    }
  }
}
