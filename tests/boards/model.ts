import { deepStrictEqual } from 'node:assert';
import { eq } from 'drizzle-orm';
import { open, transaction } from '../../db/open';
import { inbound, placements, rateLimitHits, type User } from '../../db/schema';
import { VisibleError } from '../../src/app/errors';
import { findBoard, requireBoard, requireSharedBoard } from '../../src/boards/boards';
import { inviteByText } from '../../src/boards/invites/board-invites';
import { invitationOf } from '../../src/boards/invites/invites';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { renamePrivate, renameShared } from '../../src/boards/naming';
import { addGuestLink, endGuestLink } from '../../src/boards/pages/guest-links';
import { openBoard, showOwn } from '../../src/boards/pages/open-boards';
import { publish, unpublish } from '../../src/boards/pages/pages';
import { convertAndInvite, createSharedBoard, invite } from '../../src/boards/sharing';
import { deleteAccount } from '../../src/messages/delete-account';
import { restoreMessage, restoreTag } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { findMessage } from '../../src/messages/find';
import { create } from '../../src/messages/messages';
import { removeOwnMessage, removeTag, takeOffBoard } from '../../src/messages/removal';
import { setPreference } from '../../src/notices/preferences';
import { findUserByPhone } from '../../src/people/users';
import { receiveText } from '../../src/texting/inbound';
import { rememberOpened } from '../../src/texting/opened';
import type { TestApp } from '../support/app';
import { wronglyKept } from '../support/board-cards';
import { ensureUser, versionOf } from '../support/people';
import { wronglyKnown } from '../support/placements';
import { type Act, NO_ID, PEOPLE } from './acts';
import { type OpenPage, openPagesOf } from './open-pages';
import { COMMAND_GAP, Oracle, STATUSES, type Status, type View } from './oracle';
import { check, checkNothingLost, checkOutside, checkView, readView } from './views';

/** Plays random acts in the application, and predicts their results with an oracle. */

export function model(base: TestApp) {
  const app: TestApp = { ...base, db: open(':memory:') };
  const users = PEOPLE.map((person) => ensureUser(app, person));
  return {
    play(acts: Act[]) {
      const rollback = new Error('rolled back');
      const playAll = () => {
        const story = new Story(app, [...users]);
        for (const act of acts) story.play(act);
        story.checkEnd();
        throw rollback;
      };
      try {
        transaction(app.db, playAll);
      } catch (error) {
        if (error !== rollback) throw error;
      }
    },
    close: () => app.db.$client.close(),
  };
}

class Story {
  readonly oracle: Oracle;
  readonly views: View[];
  readonly openPages: OpenPage[][];
  texts = 0;
  seconds = 0;

  constructor(
    readonly app: TestApp,
    readonly users: (User | null)[],
  ) {
    this.views = users.map((user) => readView(app, user));
    this.openPages = users.map((user) => openPagesOf(app, user));
    this.oracle = new Oracle({
      view: (person) => this.views[person]!,
      hasAccount: (person) => this.users[person] !== null,
      boardsOf: (message) =>
        this.app.db
          .select({ board: placements.boardId })
          .from(placements)
          .where(eq(placements.messageId, message))
          .all()
          .map(({ board }) => board),
      boardId: (person, tag) => findBoard(this.app, this.users[person]!, tag)?.id ?? null,
    });
  }

  play(drawn: Act) {
    const act = this.aim(drawn);
    this.app.clock.advance(1); // so that two deletions of a tag have different times
    if (act.act !== 'yes') this.users[act.by] ??= this.signUpAgain(act.by);
    const before = [...this.views];
    const accountBefore = this.users[act.by]?.id;
    const { status, remember } = this.oracle.predict(act);
    const result = this.run(act);
    if (result.status !== status) throw new Error(`${result.status}, not ${status}: ${JSON.stringify(act)}`);
    remember?.(result.id);
    if (act.act === 'deleteAccount') this.users[act.by] = null;
    if (act.act === 'yes') this.users[act.by] = findUserByPhone(this.app, PEOPLE[act.by]!.phone);
    if (this.users[act.by]?.id !== accountBefore)
      this.openPages[act.by] = openPagesOf(this.app, this.users[act.by] ?? null);
    deepStrictEqual(wronglyKept(this.app), []);
    checkOutside(this.app, this.oracle);
    for (const person of PEOPLE.keys()) {
      const user = this.users[person];
      // if the version is unchanged, a browser keeps its old view; `checkEnd` checks that this old view is
      // still right
      if (user && versionOf(this.app, user) === this.views[person]?.version) continue;
      this.views[person] = readView(this.app, this.users[person] ?? null);
      checkView(this.oracle, person, this.views[person]!);
      for (const page of this.openPages[person]!) page.poll();
      if (person !== act.by) checkNothingLost(this.oracle, person, before[person]!, this.views[person]!);
    }
  }

  /** If the act should be allowed, its target exists and the person has the right to act on it. */
  aim(act: Act): Act {
    const pick = <T>(some: Iterable<T>, nth: number): T | undefined => {
      const all = [...some];
      return all[nth % all.length];
    };
    const isAllowed = act.by >= PEOPLE.length;
    const by = act.by % PEOPLE.length;
    const board = 'board' in act ? act.board : 'nth' in act ? act.nth : 0;
    const message = 'message' in act ? act.message : 0;
    if (!isAllowed && act.act === 'replyByText') {
      const opened = pick(this.oracle.messages.keys(), message);
      return opened ? { ...act, by, message: opened } : { act: 'post', by, names: ['a'] };
    }
    if (!isAllowed)
      return {
        ...act,
        by,
        ...('board' in act && { board: pick(this.oracle.boardIds, board) ?? NO_ID }),
        ...('message' in act && { message: pick(this.oracle.messageIds, message) ?? NO_ID }),
      };
    const { tags, messages: seen } = this.views[by]!;
    switch (act.act) {
      case 'reply':
      case 'replyByText': {
        const answered = pick(seen, message);
        return answered ? { ...act, by, message: answered.id } : { act: 'post', by, names: ['a'] };
      }
      case 'edit':
      case 'remove': {
        const [id, post] = pick(this.oracle.messages, message) ?? [];
        return id && post ? { ...act, by: post.sender, message: id } : { act: 'post', by, names: ['a'] };
      }
      case 'restore': {
        const [id, post] = pick(this.oracle.deleted, message) ?? [];
        return id && post ? { ...act, by: post.sender, message: id } : { act: 'post', by, names: ['a'] };
      }
      case 'restoreTag': {
        const [, post] =
          pick(
            [...this.oracle.deleted].filter(([, { tag }]) => tag),
            act.nth,
          ) ?? [];
        if (post?.tag) return { ...act, by: post.sender, name: post.tag };
        return tags.size > 0
          ? { ...act, act: 'removeTag', by, name: pick(tags.keys(), act.nth)! }
          : { act: 'post', by, names: [act.name] };
      }
      case 'convert':
      case 'renamePrivate':
      case 'removeTag':
        return tags.size > 0
          ? { ...act, by, name: pick(tags.keys(), act.nth)! }
          : { act: 'post', by, names: [act.name] };
      case 'post':
      case 'createShared':
      case 'deleteAccount':
        return { ...act, by };
      case 'yes':
        return { ...act, by: pick(this.oracle.invited, act.nth) ?? by };
      case 'text':
      case 'all':
      case 'tagByText':
      case 'deleteByText':
      case 'undoByText':
        // only two people send these texts, so that one text often continues another
        return { ...act, by: by % 2 };
    }
    const [id, shared] = pick(this.oracle.boards, board) ?? [];
    if (!id || !shared) return { act: 'createShared', by, name: 'a' };
    const { owner, members, messages } = shared;
    switch (act.act) {
      case 'invite':
      case 'inviteByText': {
        const tag = [...this.views[owner]!.shared].find(([, held]) => held.id === id)?.[0];
        const isByText = act.act === 'inviteByText';
        const whom = isByText && this.users[act.whom] !== null ? this.users.indexOf(null) : act.whom;
        // if everybody has an account, first deletes one, so that its number can be invited later
        if (whom === -1 && act.whom !== owner) return { act: 'deleteAccount', by: act.whom };
        return { ...act, by: owner, name: tag ?? act.name, whom: Math.max(whom, 0) };
      }
      case 'removeMember': {
        const others = [...members].filter((member) => member !== owner);
        const whom = pick(others, act.nth) ?? act.whom;
        return { ...act, board: id, whom, by: act.nth % 2 ? owner : whom };
      }
      case 'takeOff':
        return { ...act, board: id, by: owner, message: pick(messages, message) ?? NO_ID };
      case 'mute':
        return { ...act, board: id, by: pick(members, act.nth) ?? by };
      case 'show':
        return { ...act, board: id, by: pick(members, act.nth) ?? by };
      default:
        return { ...act, board: id, by: owner };
    }
  }

  signUpAgain(person: number): User {
    const user = ensureUser(this.app, PEOPLE[person]!);
    this.users[person] = user;
    this.views[person] = readView(this.app, this.users[person] ?? null);
    this.openPages[person] = openPagesOf(this.app, user);
    return user;
  }

  run(act: Act): { status: Status; id: number } {
    const sqlite = this.app.db.$client;
    sqlite.run('savepoint act');
    try {
      const id = act.act === 'yes' ? this.sayYes(act.by) : this.call(act, this.users[act.by]!);
      sqlite.run('release act');
      return { status: 'done', id: id ?? 0 };
    } catch (error) {
      sqlite.run('rollback to act');
      sqlite.run('release act');
      if (!(error instanceof VisibleError)) throw error;
      const status = Object.entries(STATUSES).find(([, code]) => code === error.code)?.[0];
      return { status: Number(status) as Status, id: 0 };
    }
  }

  call(act: Exclude<Act, { act: 'yes' }>, by: User): number | undefined {
    const { app } = this;
    const phoneOf = (person: number) => PEOPLE[person]!.phone;
    const calls: { [A in Exclude<Act['act'], 'yes'>]: (act: Extract<Act, { act: A }>) => unknown } = {
      post: ({ names }) => create(app, by, { content: `note ${hashtagsOf(names)}`, source: 'api' }),
      reply: ({ message, names }) =>
        create(app, by, { content: `reply ${hashtagsOf(names)}`, source: 'api', replyTo: message }),
      replyByText: ({ message, names }) => {
        rememberOpened(app, by, { messageId: message, texted: null }, FIRST_TEXT + this.seconds * 1000);
        return this.receive(by, COMMAND_GAP, `RE reply ${hashtagsOf(names)}`);
      },
      text: ({ gap, form, names }) => this.receive(by, gap, textOf(form, hashtagsOf(names))),
      all: ({ gap }) => this.receive(by, gap, 'ALL'),
      tagByText: ({ add, name }) => this.receive(by, COMMAND_GAP, `${add ? '+' : '-'}#${name}`),
      deleteByText: () => this.receive(by, COMMAND_GAP, 'DELETE'),
      undoByText: () => this.receive(by, COMMAND_GAP, 'UNDO'),
      edit: ({ message, words, tags }) => {
        const content = words && `${words.text} ${hashtagsOf(words.names)}`.trim();
        edit(app, by, message, { content, tags });
      },
      remove: ({ message }) => removeOwnMessage(app, by, message),
      removeTag: ({ name }) => void removeTag(app, by, name),
      restore: ({ message }) => void restoreMessage(app, by, message),
      restoreTag: ({ name }) => void restoreTag(app, by, name),
      createShared: ({ name }) => createSharedBoard(app, by, name).id,
      convert: ({ name, whom }) => {
        convertAndInvite(app, by, name, phoneOf(whom));
        return requireBoard(app, by, name).id;
      },
      invite: ({ name, whom }) => void invite(app, by, name, phoneOf(whom)),
      inviteByText: ({ name, whom }) => {
        app.db.delete(rateLimitHits).run(); // so that no rate limit refuses an invitation
        inviteByText(app, by, name, phoneOf(whom));
      },
      renamePrivate: ({ name, newName }) => void renamePrivate(app, by, name, newName),
      renameShared: ({ board, name }) => void renameShared(app, by, board, name),
      removeMember: ({ board, whom }) => removeMember(app, by, board, this.users[whom]?.id ?? 0),
      deleteShared: ({ board }) => deleteSharedBoard(app, by, board),
      takeOff: ({ board, message }) => takeOffBoard(app, by, board, message),
      open: ({ board, audience }) => {
        const tag = tagOf(app, by, board);
        app.db.delete(rateLimitHits).run(); // so that no rate limit refuses it
        if (audience === 'page') publish(app, by, tag, { licence: 'none', indexed: false });
        else addGuestLink(app, by, tag, { mayPost: true, days: 30 });
      },
      show: ({ board, ...how }) => void showOwn(app, by, tagOf(app, by, board), how),
      close: ({ board, audience }) => {
        const tag = tagOf(app, by, board);
        if (audience === 'page') return void unpublish(app, by, tag);
        const links = openBoard(app, by, tag).guestLinks;
        for (const { id } of links.length > 0 ? links : [{ id: NO_ID }]) endGuestLink(app, by, tag, id);
      },
      mute: ({ board }) => void setPreference(app, by, board, false),
      deleteAccount: () => {
        deleteAccount(app, by);
        check('the account is gone', findUserByPhone(app, by.phone) === null);
      },
    };
    const id = (calls[act.act] as (act: Act) => unknown)(act);
    return typeof id === 'number' ? id : undefined;
  }

  sayYes(person: number): undefined {
    const { phone } = PEOPLE[person]!;
    if (!invitationOf(this.app, phone)) return; // it would be a note
    receiveText(this.app, { sid: `SM${++this.texts}`, from: phone, body: 'YES', media: [] });
  }

  /** The person confirms at once what the text asks about. */
  receive({ id, phone }: User, gap: number, body: string): number | undefined {
    this.seconds += gap;
    const at = FIRST_TEXT + this.seconds * 1000;
    const messageId = this.receiveAt(phone, at, body);
    const asked = this.app.db.$client
      .query<{ digits: string }, [number, number]>(
        'update proofs set asked_at = ? where user_id = ? and digits is not null returning digits',
      )
      .get(at, id);
    return asked ? this.receiveAt(phone, at, `OK ${asked.digits}`) : messageId;
  }

  private receiveAt(phone: string, at: number, body: string): number | undefined {
    const sid = `SM${++this.texts}`;
    receiveText(this.app, { sid, from: phone, body, media: [], at });
    const { messageId } = this.app.db.select().from(inbound).where(eq(inbound.sid, sid)).get()!;
    return messageId ?? undefined;
  }

  /** No view may change without a new version, and `known_to` must be right for all messages. */
  checkEnd() {
    for (const person of PEOPLE.keys()) {
      deepStrictEqual(readView(this.app, this.users[person] ?? null), this.views[person]);
      checkView(this.oracle, person, this.views[person]!);
      const user = this.users[person];
      if (!user) continue;
      const visible = this.oracle.visibleTo(person);
      for (const id of this.oracle.messageIds)
        check('found if visible', (findMessage(this.app, user, id) !== null) === visible.has(id));
    }
    deepStrictEqual(wronglyKnown(this.app), []);
  }
}

const tagOf = (app: TestApp, by: User, board: number) => requireSharedBoard(app, by, board).tag;

const FIRST_TEXT = Date.UTC(2026, 0, 1);

const textOf = (form: string, hashtags: string) =>
  form === 'cut' ? `note ${hashtags} `.padEnd(160, 'x') : `${form} words ${hashtags}`.trim();

const hashtagsOf = (tags: string[]) => tags.map((tag) => `#${tag}`).join(' ');
