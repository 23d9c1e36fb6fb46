import { deepStrictEqual } from 'node:assert';
import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { findBoard } from '../../src/boards/boards';
import type { Message } from '../../src/contract/messages';
import { allMessages, messagesOfTag } from '../../src/messages/lists';
import { readPolledPage } from '../../src/messages/polled-pages';
import { mergePage } from '../../web/messages/feed/merge-page';

export class OpenPage {
  private messages: Message[] = [];
  private after: string | undefined;

  constructor(
    private readonly app: App,
    private readonly user: User,
    private readonly list: { tag?: string; limit?: number },
  ) {
    this.poll();
  }

  poll() {
    const { app, user, list } = this;
    const { tag, limit } = list;
    if (tag !== undefined && !findBoard(app, user, tag)) return;
    const answer = readPolledPage(app, user, { ...list, after: this.after });
    this.messages = mergePage(this.messages, answer) ?? readPolledPage(app, user, list).messages;
    this.after = answer.after;
    const anew =
      tag === undefined ? allMessages(app, user, { limit }) : messagesOfTag(app, user, tag, { limit });
    deepStrictEqual(this.messages, anew);
  }
}

export const openPagesOf = (app: App, user: User | null): OpenPage[] =>
  user
    ? [{}, { limit: 2 }, { tag: 'a' }, { tag: 'a', limit: 2 }].map((list) => new OpenPage(app, user, list))
    : [];
