import { deepStrictEqual as same } from 'node:assert';
import { open } from '../../db/open';
import type { User } from '../../db/schema';
import { deleteAccount } from '../../src/accounts/accounts';
import type { App } from '../../src/app';
import { findBoard, requireBoard, sharedWithCounts, tagsWithCounts } from '../../src/boards/boards';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { renamePrivate, renameShared } from '../../src/boards/naming';
import { convertAndInvite, createSharedBoard, invite, listMembers } from '../../src/boards/sharing';
import { hashtagsIn } from '../../src/contract/hashtags';
import { RESERVED_TAGS } from '../../src/contract/limits';
import type { Message } from '../../src/contract/messages';
import { VisibleError } from '../../src/errors';
import { edit } from '../../src/messages/editing';
import { allMessages, findMessage } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { removeOwnMessage, removeTag, takeOffBoard } from '../../src/messages/removal';
import { preferences, setPreference } from '../../src/notifications/preferences';
import { findUserByPhone } from '../../src/users/users';
import { settle, versionOf } from '../support/people';
import { type Act, CAST, NO_ID } from './acts';

/**
 * Random people do random things to each other's boards, beside an oracle that knows only who posted what where
 * and who was let on which board. What everybody reads must be exactly what the oracle says, after every act.
 */

// What the oracle remembers

type Shared = { owner: number; members: Set<number>; on: Set<number>; left: Set<number> };
type Posted = {
  sender: number;
  /** The hashtags that its text still has, and the boards they mean: one when it was written, and what became of it. */
  hashtags: Map<string, number[]>;
};
/** What a person was last shown; their next act goes by it. */
type Seen = {
  version: number;
  all: Message[];
  shared: Map<string, { id: number; count: number; role: string }>;
  tags: Map<string, number>;
  rest: string;
};

const VERDICTS = { 400: 'BAD_REQUEST', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' } as const;
type Verdict = 'done' | keyof typeof VERDICTS;

/** Runs sequences on one database in memory, each from the same beginning: everybody has an account and nothing else. */
export function model(base: App) {
  const app: App = { ...base, db: open(':memory:') };
  const sqlite = app.db.$client;
  const beginning = CAST.map((person) => settle(app, person));

  return {
    play(sequence: Act[]) {
      sqlite.run('begin immediate');
      try {
        const story = new Story(app, [...beginning]);
        for (const one of sequence) story.tell(one);
        story.end();
      } finally {
        sqlite.run('rollback');
      }
    },
    close: () => sqlite.close(),
  };
}

class Story {
  readonly boards = new Map<number, Shared>();
  readonly messages = new Map<number, Posted>();
  /** Every id there ever was, in order. */
  readonly boardIds: number[] = [];
  readonly messageIds: number[] = [];
  readonly seen: Seen[];

  constructor(
    readonly app: App,
    readonly users: (User | null)[],
  ) {
    this.seen = CAST.map((_, person) => this.look(person));
  }

  /** One act: it must end as the oracle foresees, and then everybody must see what the oracle foresees. */
  tell(meant: Act) {
    const one = this.aim(meant);
    this.users[one.by] ??= this.comeBack(one.by);
    const before = [...this.seen];
    const { verdict, then } = this.foresee(one);
    const result = this.perform(one);
    if (result.verdict !== verdict)
      throw new Error(`${result.verdict}, not ${verdict}: ${JSON.stringify(one)}`);
    then?.(result.id);
    for (const person of CAST.keys()) {
      // who is told of no change keeps what they saw; the end of the story checks that it was none
      if (this.users[person] && versionOf(this.app, this.users[person]) === this.seen[person]?.version)
        continue;
      this.seen[person] = this.look(person);
      this.check(person);
      if (person !== one.by) this.checkKept(person, before[person]!);
    }
  }

  /** Boards and messages by their ids; mostly such as the act can be done to, by who may do it, and if there is none, first the making of one. */
  aim(one: Act): Act {
    const pick = <T>(some: Iterable<T>, nth: number): T | undefined => {
      const all = [...some];
      return all[nth % all.length];
    };
    const aimed = one.by >= CAST.length;
    const by = one.by % CAST.length;
    const board = 'board' in one ? one.board : 'nth' in one ? one.nth : 0;
    const message = 'message' in one ? one.message : 0;
    const aimless = {
      by,
      ...('board' in one && { board: pick(this.boardIds, board) ?? NO_ID }),
      ...('message' in one && { message: pick(this.messageIds, message) ?? NO_ID }),
    };
    if (!aimed) return { ...one, ...aimless };
    const live = pick(this.boards, board);
    const posted = pick(this.messages, message);
    switch (one.act) {
      case 'edit':
      case 'remove':
        return posted
          ? { ...one, by: posted[1].sender, message: posted[0] }
          : { act: 'post', by, names: ['a'] };
      case 'convert':
      case 'renamePrivate':
      case 'removeTag':
        return this.seen[by]!.tags.size > 0
          ? { ...one, by, name: pick(this.seen[by]!.tags.keys(), one.nth)! }
          : { act: 'post', by, names: [one.name] };
      case 'post':
      case 'createShared':
      case 'endAccount':
        return { ...one, by };
    }
    if (!live) return { act: 'createShared', by, name: 'a' };
    const [id, { owner, members, on }] = live;
    switch (one.act) {
      case 'invite': {
        const tag = [...this.seen[owner]!.shared].find(([, shared]) => shared.id === id)?.[0];
        return { ...one, by: owner, name: tag ?? one.name };
      }
      case 'removeMember': {
        const whom =
          pick(
            [...members].filter((member) => member !== owner),
            one.nth,
          ) ?? one.whom;
        return { ...one, board: id, whom, by: one.nth % 2 ? owner : whom };
      }
      case 'takeOff':
        return { ...one, board: id, by: owner, message: pick(on, message) ?? NO_ID };
      case 'mute':
        return { ...one, board: id, by: pick(members, one.nth) ?? by };
      default:
        return { ...one, board: id, by: owner };
    }
  }

  end() {
    for (const person of CAST.keys()) {
      const fresh = this.look(person);
      same(fresh, this.seen[person]); // a change without a new version would be a poll that lies
      this.check(person);
      const user = this.users[person];
      if (!user) continue;
      for (const id of this.messageIds)
        must(
          'found if readable',
          (findMessage(this.app, user, id) !== null) === this.readable(person).has(id),
        );
    }
  }

  comeBack(person: number): User {
    const user = settle(this.app, CAST[person]!);
    this.users[person] = user;
    this.seen[person] = this.look(person);
    return user;
  }

  look(person: number): Seen {
    const user = this.users[person];
    if (!user) return { version: -1, all: [], shared: new Map(), tags: new Map(), rest: '' };
    const shared = sharedWithCounts(this.app, user);
    const on = shared.map(({ name }) => listMembers(this.app, user, name));
    return {
      version: versionOf(this.app, user),
      all: allMessages(this.app, user),
      shared: new Map(shared.map(({ name, ...rest }) => [name, rest])),
      tags: new Map(tagsWithCounts(this.app, user).map(({ tag, count }) => [tag, count])),
      rest: JSON.stringify([on, preferences(this.app, user)]),
    };
  }

  readable(person: number): Set<number> {
    const own = this.messageIds.filter((id) => this.messages.get(id)?.sender === person);
    const shared = [...this.boards.values()].filter((board) => board.members.has(person));
    return new Set([...own, ...shared.flatMap((board) => [...board.on])]);
  }

  /** What this person sees is what was posted to them: no more, and no less. */
  check(person: number) {
    const { all, shared, tags } = this.seen[person]!;
    must(
      'all that is readable',
      equal(
        all.map(({ id }) => id),
        this.readable(person),
      ),
    );

    const theirs = [...this.boards].filter(([, board]) => board.members.has(person));
    must(
      'the boards one is on',
      equal(
        [...shared.values()].map(({ id }) => id),
        theirs.map(([id]) => id),
      ),
    );
    for (const [tag, { id, count, role }] of shared) {
      const board = this.boards.get(id)!;
      must('one tag, one board', !tags.has(tag));
      must('the count', count === board.on.size);
      must('the role', role === (board.owner === person ? 'owner' : 'member'));
      for (const message of all)
        must('its messages', message.tags.includes(tag) === board.on.has(message.id));
    }
    for (const [tag, count] of tags)
      must('the count', all.filter((message) => message.tags.includes(tag)).length === count);
    for (const message of all) this.checkMessage(person, message);
  }

  checkMessage(person: number, { id, tags, content }: Message) {
    const { shared, tags: own } = this.seen[person]!;
    const { sender, hashtags } = this.messages.get(id)!;
    must('on a board', tags.length > 0);
    if (sender === person) {
      for (const tag of tags) must('a tag of mine', shared.has(tag) || own.has(tag));
      must('my text as I wrote it', equal(hashtagsIn(content), hashtags.keys()));
      return;
    }
    for (const tag of tags) must('no tag that is private', shared.has(tag));
    // a hashtag that means a board this person is not on is nobody's business
    for (const tag of hashtagsIn(content)) {
      const meant = hashtags.get(tag) ?? [];
      must(
        'no hashtag that is private',
        meant.some((board) => this.boards.get(board)?.members.has(person)),
      );
    }
  }

  /** Nothing that somebody else does takes a private board from me, or a message from a private board. */
  checkKept(person: number, before: Seen) {
    const now = this.seen[person]!;
    for (const tag of before.tags.keys()) {
      const held = before.all.filter((message) => message.tags.includes(tag)).map(({ id }) => id);
      const still = now.all.filter((message) => message.tags.includes(tag)).map(({ id }) => id);
      must(
        'nothing gone from it',
        held.every((id) => still.includes(id)),
      );
      if (now.tags.has(tag)) continue;
      // but for what was kept from a shared board they have come back to, which holds all of it
      must('still private', this.boards.get(now.shared.get(tag)?.id ?? 0)?.left.has(person) ?? false);
    }
  }

  /** How an act must end, by what its person was shown and what the oracle knows, and what it then remembers. */
  foresee(one: Act): { verdict: Verdict; then?: (id: number) => void } {
    const { by } = one;
    const { shared, tags, all } = this.seen[by]!;
    const has = (tag: string) => shared.has(tag) || tags.has(tag);
    const on = (tag: string) => all.filter((message) => message.tags.includes(tag)).map(({ id }) => id);
    const done = (then?: (id: number) => void) => ({ verdict: 'done' as const, then });
    const no = (verdict: Verdict) => ({ verdict });

    switch (one.act) {
      case 'post':
        return done((id) => {
          this.messageIds.push(id);
          this.messages.set(id, { sender: by, hashtags: this.meanings(by, one.names) });
          this.putOn(id, by, one.names);
        });
      case 'edit': {
        const id = one.message;
        const posted = this.messages.get(id);
        if (posted?.sender !== by) return no(this.readable(by).has(id) ? 403 : 404);
        if (one.words && `${one.words.text}${one.words.names.join('')}` === '') return no(400);
        const current = all.find((message) => message.id === id)!.tags;
        return done(() => {
          const wanted = [...(one.tags ?? current), ...(one.words?.names ?? [])];
          for (const board of this.boards.values()) board.on.delete(id);
          this.putOn(id, by, wanted);
          if (one.words) posted.hashtags = one.words.text ? new Map() : this.meanings(by, one.words.names);
          for (const [tag, boards] of this.meanings(by, wanted)) posted.hashtags.get(tag)?.push(...boards);
        });
      }
      case 'remove': {
        const id = one.message;
        if (this.messages.get(id)?.sender !== by) return no(this.readable(by).has(id) ? 403 : 404);
        return done(() => this.forget(id));
      }
      case 'removeTag':
        if (shared.has(one.name)) return no(409);
        if (!tags.has(one.name)) return no(404);
        return done(() => {
          for (const id of on(one.name)) this.forget(id);
        });
      case 'createShared':
        if (RESERVED_TAGS.includes(one.name)) return no(400);
        if (has(one.name)) return no(409);
        return done((id) => this.share(id, by, []));
      case 'convert': {
        if (!has(one.name)) return no(404);
        if (shared.has(one.name)) return no(409);
        if (RESERVED_TAGS.includes(one.name) || one.whom === by) return no(400);
        if (!this.users[one.whom]) return no(404);
        return done((id) => {
          this.share(id, by, on(one.name));
          this.boards.get(id)!.members.add(one.whom);
        });
      }
      case 'invite': {
        const board = this.boards.get(shared.get(one.name)?.id ?? 0);
        if (!board) return no(404);
        if (board.owner !== by) return no(403);
        if (one.whom === by) return no(400);
        if (!this.users[one.whom]) return no(404);
        return done(() => board.members.add(one.whom));
      }
      case 'renamePrivate':
        if (shared.has(one.name)) return no(409);
        if (!tags.has(one.name)) return no(404);
        if (one.name === one.newName) return done();
        if (RESERVED_TAGS.includes(one.name) || RESERVED_TAGS.includes(one.newName)) return no(400);
        return has(one.newName) ? no(409) : done();
      case 'mute':
        return this.boards.get(one.board)?.members.has(by) ? done() : no(404);
      case 'endAccount':
        return done(() => this.leaveAll(by));
    }

    // acts on a shared board that is meant by its id
    const id = one.board;
    const board = this.boards.get(id);
    if (!board?.members.has(by)) return no(404);
    if (one.act === 'removeMember') {
      if (one.whom === by) return board.owner === by ? no(409) : done(() => this.leave(id, by));
      if (board.owner !== by) return no(403);
      return board.members.has(one.whom) ? done(() => this.leave(id, one.whom)) : no(404);
    }
    if (board.owner !== by) return no(403);
    if (one.act === 'removeShared') return done(() => this.endBoard(id));
    if (one.act === 'takeOff') {
      const message = one.message;
      return board.on.has(message) ? done(() => board.on.delete(message)) : no(404);
    }
    if (shared.get(one.name)?.id === id) return done();
    if (RESERVED_TAGS.includes(one.name)) return no(400);
    return has(one.name) ? no(409) : done();
  }

  /** The act itself, all of it or nothing, as each call of the server's is. */
  perform(one: Act): { verdict: Verdict; id: number } {
    const { app } = this;
    const sqlite = app.db.$client;
    sqlite.run('savepoint act');
    try {
      const id = this.run(one, this.users[one.by]!);
      sqlite.run('release act');
      return { verdict: 'done', id: id ?? 0 };
    } catch (error) {
      sqlite.run('rollback to act');
      sqlite.run('release act');
      if (!(error instanceof VisibleError)) throw error;
      const status = Object.entries(VERDICTS).find(([, code]) => code === error.code)?.[0];
      return { verdict: Number(status) as Verdict, id: 0 };
    }
  }

  run(one: Act, by: User): number | undefined {
    const { app } = this;
    const board = 'board' in one ? one.board : 0;
    const message = 'message' in one ? one.message : 0;
    const whom = 'whom' in one ? (this.users[one.whom]?.id ?? 0) : 0;
    const phone = 'whom' in one ? CAST[one.whom]!.phone : '';
    switch (one.act) {
      case 'post':
        return create(app, by, { content: `note ${hashed(one.names)}`, source: 'api' });
      case 'edit': {
        const content = one.words && `${one.words.text} ${hashed(one.words.names)}`.trim();
        edit(app, by, message, { content, tags: one.tags });
        return;
      }
      case 'remove':
        return void removeOwnMessage(app, by, message);
      case 'removeTag':
        return void removeTag(app, by, one.name);
      case 'createShared':
        return createSharedBoard(app, by, one.name).id;
      case 'convert':
        convertAndInvite(app, by, one.name, phone);
        return requireBoard(app, by, one.name).id;
      case 'invite':
        return void invite(app, by, one.name, phone);
      case 'renamePrivate':
        return void renamePrivate(app, by, one.name, one.newName);
      case 'renameShared':
        return void renameShared(app, by, board, one.name);
      case 'removeMember':
        return void removeMember(app, by, board, whom);
      case 'removeShared':
        return void deleteSharedBoard(app, by, board);
      case 'takeOff':
        return void takeOffBoard(app, by, board, message);
      case 'mute':
        return void setPreference(app, by, board, false);
      case 'endAccount':
        deleteAccount(app, by);
        must('the account gone', findUserByPhone(app, by.phone) === null);
        return;
    }
  }

  /** The shared boards that these tags meant to this person when they wrote them have the message now. */
  putOn(id: number, by: number, tags: string[]) {
    for (const tag of tags) {
      const board = this.seen[by]!.shared.get(tag);
      if (board) this.boards.get(board.id)!.on.add(id);
    }
  }

  meanings = (by: number, tags: string[]) =>
    new Map(tags.map((tag) => [tag, [requireBoard(this.app, this.users[by]!, tag).id]]));

  share(id: number, owner: number, on: number[]) {
    this.boardIds.push(id);
    this.boards.set(id, { owner, members: new Set([owner]), on: new Set(on), left: new Set() });
  }

  leave(id: number, person: number) {
    const board = this.boards.get(id)!;
    this.keep(id, person);
    board.members.delete(person);
    board.left.add(person);
  }

  endBoard(id: number) {
    for (const person of this.boards.get(id)!.members) this.keep(id, person);
    this.boards.delete(id);
  }

  /** What a member wrote on a board comes to be on a private one, which is what its hashtag means to them now. */
  keep(id: number, person: number) {
    const user = this.users[person];
    const tag = [...this.seen[person]!.shared].find(([, shared]) => shared.id === id)?.[0];
    const kept = user && tag ? findBoard(this.app, user, tag) : null;
    for (const { sender, hashtags } of this.messages.values())
      if (kept && sender === person)
        for (const meant of hashtags.values()) if (meant.includes(id)) meant.push(kept.id);
  }

  forget(id: number) {
    this.messages.delete(id);
    for (const board of this.boards.values()) board.on.delete(id);
  }

  leaveAll(person: number) {
    for (const [id, board] of this.boards)
      if (board.owner === person) this.endBoard(id);
      else {
        board.members.delete(person);
        board.left.delete(person); // who comes back is somebody new
      }
    for (const [id, { sender }] of this.messages) if (sender === person) this.forget(id);
    this.users[person] = null;
  }
}

function must(what: string, holds: boolean) {
  if (!holds) throw new Error(`Not so: ${what}`);
}

const equal = <T>(some: Iterable<T>, others: Iterable<T>) => {
  const left = [...some].sort();
  const right = [...others].sort();
  return left.length === right.length && left.every((one, index) => one === right[index]);
};

const hashed = (tags: string[]) => tags.map((tag) => `#${tag}`).join(' ');
