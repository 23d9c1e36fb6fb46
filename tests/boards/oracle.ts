import { DEFAULT_TAG, RESERVED_TAGS } from '../../src/contract/limits';
import type { Message } from '../../src/contract/messages';
import type { PageAudience } from '../../src/contract/pages';
import type { Act } from './acts';

/** A second implementation of the rules of boards. It reads no database. */

export type SharedBoard = {
  owner: number;
  members: Set<number>;
  messages: Set<number>;
  formerMembers: Set<number>;
  /** Whose messages people without an account read; absent if it is not open to them. */
  authors: { [audience in PageAudience]?: Set<number> | undefined };
};

export type Post = {
  sender: number;
  /** If the sender has left a board, its hashtag also means the private board with the sender's messages. */
  hashtags: Map<string, number[]>;
  replyTo?: number;
};

/** `act` is the number of the act that deleted the message; `tag` is set if it deleted the tag. */
export type DeletedPost = Post & {
  act: number;
  tag: string | null;
  shared: number[];
  privateBoards: Map<string, number>;
};

export type View = {
  version: number;
  messages: Message[];
  shared: Map<string, { id: number; count: number; role: string }>;
  tags: Map<string, number>;
  rest: string;
};

export type Application = {
  view(person: number): View;
  hasAccount(person: number): boolean;
  boardId(person: number, tag: string): number | null;
  boardsOf(message: number): number[];
};

/** So that the command does not continue the text. */
export const COMMAND_GAP = 11;

export const STATUSES = { 400: 'BAD_REQUEST', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' } as const;
export type Status = 'done' | keyof typeof STATUSES;

/** `remember` is called with the id of the board or message that the act created, or 0. */
export type Prediction = { status: Status; remember?: (id: number) => void };

type Text = { by: number; message: number; cut: boolean; at: number };

type ActByText = { by: number; message: number; undone?: true } & (
  | { kind: 'note' }
  | { kind: 'delete' }
  | { kind: 'tag'; before: Pick<DeletedPost, 'shared' | 'privateBoards'> }
);

export class Oracle {
  readonly boards = new Map<number, SharedBoard>();
  readonly messages = new Map<number, Post>();
  readonly deleted = new Map<number, DeletedPost>();
  readonly boardIds: number[] = [];
  readonly messageIds: number[] = [];

  private invites: { whom: number; board: number }[] = [];

  private acts = 0;
  private actsByText: ActByText[] = [];
  private seconds = 0;
  private texts: Text[] = [];
  /** Texts that name a board that the message `continued` is not on. */
  private splits: { by: number; message: number; continued: number; at: number }[] = [];
  private readonly marks = new Map<number, string>();
  private readonly edited = new Set<number>();

  constructor(private readonly application: Application) {}

  visibleTo(person: number): Set<number> {
    const own = this.messageIds.filter((id) => this.messages.get(id)?.sender === person);
    const shared = [...this.boards.values()].filter((board) => board.members.has(person));
    return new Set([...own, ...shared.flatMap((board) => [...board.messages])]);
  }

  /** Nothing for a board that is not open. */
  shownOn(board: number, audience: PageAudience): number[] | null {
    const { authors, messages } = this.boards.get(board)!;
    const of = authors[audience];
    return of ? [...messages].filter((id) => of.has(this.messages.get(id)!.sender)) : null;
  }

  get invited(): number[] {
    return this.invites.filter(({ board }) => this.boards.has(board)).map(({ whom }) => whom);
  }

  predict(act: Act): Prediction {
    const { by } = act;
    this.acts++;
    const { shared, tags, messages } = this.application.view(by);
    const has = (tag: string) => shared.has(tag) || tags.has(tag);
    const messagesWith = (tag: string) =>
      messages.filter((message) => message.tags.includes(tag)).map(({ id }) => id);
    const done = (remember?: (id: number) => void): Prediction => ({ status: 'done', remember });
    const refused = (status: Status): Prediction => ({ status });

    switch (act.act) {
      case 'post':
        return done((id) => {
          this.post(id, by, act.names);
        });
      case 'reply': {
        const answered = messages.find(({ id }) => id === act.message);
        if (!this.visibleTo(by).has(act.message)) return refused(404);
        return done((id) =>
          this.reply(id, by, { replyTo: act.message, tags: answered!.tags, names: act.names }),
        );
      }
      case 'replyByText': {
        this.seconds += COMMAND_GAP;
        const answered = this.visibleTo(by).has(act.message)
          ? messages.find(({ id }) => id === act.message)!
          : null;
        return done((id) => {
          if (answered) this.reply(id, by, { replyTo: act.message, tags: answered.tags, names: act.names });
          else this.post(id, by, act.names); // the text becomes a note
          this.actsByText.push({ by, message: id, kind: 'note' });
          this.texts.push({ by, message: id, cut: false, at: this.seconds });
        });
      }
      case 'text':
        this.seconds += act.gap;
        return done((id) => this.receive(by, act, id));
      case 'all': {
        this.seconds += act.gap;
        const split = this.splits.findLast((text) => text.by === by && this.seconds - text.at < 600);
        if (split) return done(() => this.join(by, this.partsOf(split)));
        return done((id) => this.receive(by, { form: 'ALL', names: [] }, id));
      }
      case 'tagByText':
      case 'deleteByText': {
        this.seconds += COMMAND_GAP;
        const id = this.actsByText.findLast((one) => one.by === by && one.kind === 'note')?.message ?? 0;
        const post = this.messages.get(id);
        if (!post) return done();
        const boardIds = this.boardIdsOf(by);
        if (act.act === 'deleteByText')
          return done(() => {
            this.deleteForNow(id, null, boardIds);
            this.actsByText.push({ by, message: id, kind: 'delete' });
          });
        const current = messages.find((message) => message.id === id)!.tags;
        const others = current.filter((tag) => tag !== act.name);
        const isThere = others.length < current.length;
        // a message that is on no other board is on #uncategorized, and cannot be taken off
        if (act.add === isThere || (!act.add && act.name === DEFAULT_TAG && others.length === 0))
          return done();
        return done(() => {
          this.actsByText.push({ by, message: id, kind: 'tag', before: this.boardsOf(id, boardIds) });
          const newTags = act.add ? [...current, act.name] : others;
          for (const board of this.boards.values()) board.messages.delete(id);
          this.putOnBoards(id, by, newTags);
          for (const [tag, boards] of this.meanings(by, newTags)) post.hashtags.get(tag)?.push(...boards);
        });
      }
      case 'undoByText': {
        this.seconds += COMMAND_GAP;
        const boardIds = this.boardIdsOf(by);
        return done(() => this.undo(by, boardIds));
      }
      case 'edit': {
        const id = act.message;
        const post = this.messages.get(id);
        if (post?.sender !== by) return refused(this.visibleTo(by).has(id) ? 403 : 404);
        if (act.words && `${act.words.text}${act.words.names.join('')}` === '') return refused(400);
        const current = messages.find((message) => message.id === id)!.tags;
        return done(() => {
          const names = act.words?.names ?? [];
          // `uncategorized` goes when an edit brings another tag
          const stay = names.every((name) => current.includes(name))
            ? current
            : current.filter((tag) => tag !== 'uncategorized');
          const newTags = [...(act.tags ?? stay), ...names];
          for (const board of this.boards.values()) board.messages.delete(id);
          this.putOnBoards(id, by, newTags);
          if (act.words) this.edited.add(id);
          if (act.words) post.hashtags = act.words.text ? new Map() : this.meanings(by, names);
          for (const [tag, boards] of this.meanings(by, newTags)) post.hashtags.get(tag)?.push(...boards);
        });
      }
      case 'remove': {
        const id = act.message;
        if (this.messages.get(id)?.sender !== by) return refused(this.visibleTo(by).has(id) ? 403 : 404);
        const boardIds = this.boardIdsOf(by);
        return done(() => this.deleteForNow(id, null, boardIds));
      }
      case 'removeTag':
        if (shared.has(act.name)) return refused(409);
        if (!tags.has(act.name)) return refused(404);
        {
          const boardIds = this.boardIdsOf(by);
          return done(() => {
            for (const id of messagesWith(act.name)) this.deleteForNow(id, act.name, boardIds);
          });
        }
      case 'restore': {
        const id = act.message;
        if (this.deleted.get(id)?.sender === by) return done(() => this.restore(id));
        return this.messages.get(id)?.sender === by ? done() : refused(404);
      }
      case 'restoreTag': {
        const kept = [...this.deleted].filter(([, post]) => post.sender === by && post.tag === act.name);
        const last = Math.max(...kept.map(([, post]) => post.act));
        if (kept.length === 0) return refused(404);
        return done(() => {
          for (const [id, post] of kept) if (post.act === last) this.restore(id);
        });
      }
      case 'createShared':
        if (RESERVED_TAGS.includes(act.name)) return refused(400);
        if (has(act.name)) return refused(409);
        return done((id) => this.addBoard(id, by, []));
      case 'convert': {
        if (!has(act.name)) return refused(404);
        if (shared.has(act.name)) return refused(409);
        if (RESERVED_TAGS.includes(act.name) || act.whom === by) return refused(400);
        if (!this.application.hasAccount(act.whom)) return refused(404);
        return done((id) => {
          this.addBoard(id, by, messagesWith(act.name));
          this.boards.get(id)!.members.add(act.whom);
        });
      }
      case 'invite': {
        const board = this.boards.get(shared.get(act.name)?.id ?? 0);
        if (!board) return refused(404);
        if (board.owner !== by) return refused(403);
        if (act.whom === by) return refused(400);
        if (!this.application.hasAccount(act.whom)) return refused(404);
        return done(() => this.addMember(shared.get(act.name)!.id, act.whom));
      }
      case 'inviteByText': {
        const board = this.boards.get(shared.get(act.name)?.id ?? 0);
        if (!board) return refused(404);
        if (board.owner !== by) return refused(403);
        if (act.whom === by) return refused(400);
        const id = shared.get(act.name)!.id;
        return done(() => {
          if (this.application.hasAccount(act.whom)) this.addMember(id, act.whom);
          else if (!this.invites.some(({ whom, board }) => whom === act.whom && board === id))
            this.invites.push({ whom: act.whom, board: id });
        });
      }
      case 'yes':
        return done(() => {
          for (const { whom, board } of this.invites)
            if (whom === by && this.boards.has(board)) this.addMember(board, by);
        });
      case 'renamePrivate':
        if (shared.has(act.name)) return refused(409);
        if (!tags.has(act.name)) return refused(404);
        if (act.name === act.newName) return done();
        if (RESERVED_TAGS.includes(act.name) || RESERVED_TAGS.includes(act.newName)) return refused(400);
        return has(act.newName) ? refused(409) : done();
      case 'open':
      case 'close':
      case 'show': {
        const board = this.boards.get(act.board);
        if (!board?.members.has(by)) return refused(404);
        const { authors, owner } = board;
        if (act.act === 'show') {
          if (by === owner || (act.shown && !authors[act.audience])) return refused(409);
          return done(() => authors[act.audience]?.[act.shown ? 'add' : 'delete'](by));
        }
        if (by !== owner) return refused(403);
        if (act.act === 'open')
          return done(() => {
            authors[act.audience] ??= new Set([owner]);
          });
        if (!authors[act.audience]) return refused(404);
        return done(() => {
          authors[act.audience] = undefined;
        });
      }
      case 'mute':
        return this.boards.get(act.board)?.members.has(by) ? done() : refused(404);
      case 'deleteAccount':
        return done(() => this.deleteAccount(by));
    }

    const id = act.board;
    const board = this.boards.get(id);
    if (!board?.members.has(by)) return refused(404);
    if (act.act === 'removeMember') {
      if (act.whom === by) return board.owner === by ? refused(409) : done(() => this.leave(id, by));
      if (board.owner !== by) return refused(403);
      return board.members.has(act.whom) ? done(() => this.leave(id, act.whom)) : refused(404);
    }
    if (board.owner !== by) return refused(403);
    if (act.act === 'deleteShared') return done(() => this.deleteBoard(id));
    if (act.act === 'takeOff') {
      const { message } = act;
      return board.messages.has(message) ? done(() => board.messages.delete(message)) : refused(404);
    }
    if (shared.get(act.name)?.id === id) return done();
    if (RESERVED_TAGS.includes(act.name)) return refused(400);
    return has(act.name) ? refused(409) : done();
  }

  /**
   * Takes back the person's last act by text. Skips acts that were undone before, and notes that do not exist
   * any more.
   */
  private undo(by: number, boardIds: Map<string, number>) {
    const isLeft = ({ kind, message, undone }: ActByText) =>
      kind === 'note' ? this.messages.has(message) : !undone;
    const last = this.actsByText.findLast((act) => act.by === by && isLeft(act));
    if (!last) return;
    last.undone = true;
    const id = last.message;
    if (last.kind === 'note') this.deleteForNow(id, null, boardIds);
    else if (last.kind === 'delete') this.deleted.has(id) && this.restore(id);
    else if (this.messages.has(id)) this.putBack(id, last.before);
  }

  /** Throws if the application has put it on a shared board to which it was not posted. */
  private putBack(id: number, { shared, privateBoards }: Pick<DeletedPost, 'shared' | 'privateBoards'>) {
    const { sender, hashtags } = this.messages.get(id)!;
    const now = this.application.boardsOf(id);
    for (const [board, { messages }] of this.boards) {
      if (!now.includes(board)) messages.delete(id);
      else if (messages.has(id) || shared.includes(board)) messages.add(id);
      else throw new Error('UNDO put a message on a board to which it was not posted.');
    }
    this.renewMeanings(sender, hashtags, privateBoards);
  }

  private boardsOf(id: number, boardIds: Map<string, number>): Pick<DeletedPost, 'shared' | 'privateBoards'> {
    const { sender } = this.messages.get(id)!;
    const { messages, tags } = this.application.view(sender);
    const own = messages.find((message) => message.id === id)!.tags.filter((name) => tags.has(name));
    return {
      shared: [...this.boards].flatMap(([board, { messages, members }]) =>
        messages.has(id) && members.has(sender) ? board : [],
      ),
      privateBoards: new Map(own.map((name) => [name, boardIds.get(name)!])),
    };
  }

  private post(id: number, by: number, names: string[]) {
    this.messageIds.push(id);
    this.messages.set(id, { sender: by, hashtags: this.meanings(by, names) });
    this.putOnBoards(id, by, names);
  }

  /** Hashtags in the reply do not put it on other boards. */
  private reply(
    id: number,
    by: number,
    { replyTo, tags, names }: { replyTo: number; tags: string[]; names: string[] },
  ) {
    const hashtags = new Map(
      names.map((name) => [name, tags.includes(name) ? [this.application.boardId(by, name)!] : []]),
    );
    this.messageIds.push(id);
    this.messages.set(id, { sender: by, hashtags, replyTo });
    this.putOnBoards(id, by, tags);
  }

  private receive(by: number, { form, names }: { form: string; names: string[] }, id: number) {
    const continued = this.continuedBy(by, form);
    const isReadable = (tag: string) => {
      const board = this.application.view(by).shared.get(tag);
      return !board || this.boards.get(board.id)!.messages.has(continued!);
    };
    const joint = [...(this.messages.get(continued ?? 0)?.hashtags.keys() ?? []), ...names];
    if (continued !== undefined && joint.every(isReadable)) {
      if (id !== continued) throw new Error('A text was not joined to the one before.');
      this.marks.delete(id);
      this.move(id, by, joint, joint);
    } else {
      if (this.messages.has(id)) throw new Error('A text was joined to the one before.');
      this.post(id, by, names);
      this.actsByText.push({ by, message: id, kind: 'note' });
      if (form.startsWith('(')) this.marks.set(id, form);
      if (continued !== undefined) this.splits.push({ by, message: id, continued, at: this.seconds });
    }
    this.texts.push({ by, message: id, cut: form === 'cut', at: this.seconds });
  }

  private continuedBy(by: number, form: string): number | undefined {
    const last = this.texts.findLast((text) => text.by === by && this.messages.has(text.message));
    if (!last || this.seconds - last.at > 10 || this.edited.has(last.message)) return undefined;
    const mark = this.marks.get(last.message);
    const isOtherPart = mark !== undefined && form.startsWith('(') && mark !== form;
    return isOtherPart || last.cut ? last.message : undefined;
  }

  private partsOf(split: { message: number; continued: number }): number[] {
    const earlier = this.splits.find(({ message }) => message === split.continued);
    return [...(earlier ? this.partsOf(earlier) : [split.continued]), split.message];
  }

  private join(by: number, parts: number[]) {
    if (!parts.every((id) => this.messages.has(id) && !this.edited.has(id))) return;
    const joint = parts.flatMap((id) => [...this.messages.get(id)!.hashtags.keys()]);
    const chosen = parts.flatMap((id) => {
      const byItself = [...this.messages.get(id)!.hashtags.keys()];
      const { tags } = this.application.view(by).messages.find((message) => message.id === id)!;
      return tags.filter((tag) => !byItself.includes(tag));
    });
    const [first, ...others] = parts as [number, ...number[]];
    this.marks.delete(first);
    this.move(first, by, [...chosen, ...joint], joint);
    for (const id of others) this.deleteMessage(id);
    this.actsByText.push({ by, message: first, kind: 'note' });
    this.texts.push({ by, message: first, cut: false, at: this.seconds });
  }

  /**
   * Moves a message to the boards with the tags `tags`, and records that its content now has the hashtags
   * `hashtags`.
   */
  private move(id: number, by: number, tags: string[], hashtags: string[]) {
    for (const board of this.boards.values()) board.messages.delete(id);
    this.putOnBoards(id, by, tags);
    this.messages.get(id)!.hashtags = this.meanings(by, hashtags);
  }

  private putOnBoards(id: number, by: number, tags: string[]) {
    for (const tag of tags) {
      const board = this.application.view(by).shared.get(tag);
      if (board) this.boards.get(board.id)!.messages.add(id);
    }
  }

  private meanings(by: number, tags: string[]): Map<string, number[]> {
    return new Map(
      tags.map((tag) => {
        const id = this.application.boardId(by, tag);
        if (id === null) throw new Error(`#${tag} has no board.`);
        return [tag, [id]];
      }),
    );
  }

  private addBoard(id: number, owner: number, messages: number[]) {
    this.boardIds.push(id);
    this.boards.set(id, {
      owner,
      members: new Set([owner]),
      messages: new Set(messages),
      formerMembers: new Set(),
      authors: {},
    });
  }

  private addMember(id: number, person: number) {
    this.boards.get(id)!.members.add(person);
    this.invites = this.invites.filter(({ whom, board }) => whom !== person || board !== id);
  }

  private leave(id: number, person: number) {
    const board = this.boards.get(id)!;
    this.keepMeanings(id, person);
    board.members.delete(person);
    for (const authors of Object.values(board.authors)) authors?.delete(person);
    board.formerMembers.add(person);
  }

  private deleteBoard(id: number) {
    for (const person of this.boards.get(id)!.members) this.keepMeanings(id, person);
    this.boards.delete(id);
  }

  /** The person's hashtags for it also mean the private board that keeps the person's messages. */
  private keepMeanings(id: number, person: number) {
    const tag = [...this.application.view(person).shared].find(([, shared]) => shared.id === id)?.[0];
    const kept = tag ? this.application.boardId(person, tag) : null;
    if (kept === null) return;
    for (const { sender, hashtags } of this.messages.values())
      if (sender === person)
        for (const boards of hashtags.values()) if (boards.includes(id)) boards.push(kept);
  }

  private boardIdsOf(person: number): Map<string, number> {
    const { tags } = this.application.view(person);
    return new Map([...tags.keys()].map((tag) => [tag, this.application.boardId(person, tag)!]));
  }

  private deleteForNow(id: number, tag: string | null, boardIds: Map<string, number>) {
    const post = this.messages.get(id)!;
    this.deleted.set(id, { ...post, act: this.acts, tag, ...this.boardsOf(id, boardIds) });
    this.deleteMessage(id);
  }

  /** A hashtag that meant a private board also means the one that has the same tag now. */
  private restore(id: number) {
    const { sender, hashtags, replyTo, shared, privateBoards } = this.deleted.get(id)!;
    this.deleted.delete(id);
    this.messages.set(id, { sender, hashtags, replyTo });
    for (const board of shared)
      if (this.boards.get(board)?.members.has(sender)) this.boards.get(board)!.messages.add(id);
    this.renewMeanings(sender, hashtags, privateBoards);
  }

  private renewMeanings(
    sender: number,
    hashtags: Post['hashtags'],
    privateBoards: DeletedPost['privateBoards'],
  ) {
    for (const [tag, before] of privateBoards) {
      const now = this.application.boardId(sender, tag);
      if (now === null || this.boards.has(now)) continue;
      for (const boards of hashtags.values()) if (boards.includes(before)) boards.push(now);
    }
  }

  private deleteMessage(id: number) {
    this.messages.delete(id);
    for (const board of this.boards.values()) board.messages.delete(id);
  }

  private deleteAccount(person: number) {
    this.invites = this.invites.filter(({ whom }) => whom !== person);
    for (const [id, board] of this.boards)
      if (board.owner === person) this.deleteBoard(id);
      else {
        board.members.delete(person);
        for (const authors of Object.values(board.authors)) authors?.delete(person);
        board.formerMembers.delete(person); // a later account with the same number belongs to a new person
      }
    for (const [id, { sender }] of this.messages) if (sender === person) this.deleteMessage(id);
    for (const [id, { sender }] of this.deleted) if (sender === person) this.deleted.delete(id);
    this.splits = this.splits.filter(({ by }) => by !== person);
    this.actsByText = this.actsByText.filter(({ by }) => by !== person);
  }
}
