import type { User } from '../../db/schema';
import { requireBoard } from '../../src/boards/boards';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { messagesOnBoard } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import type { TestApp } from './app';
import { ann, bob } from './cast';
import { settle } from './people';

/** Ann's shared board #house with Bob on it. */
export function house(app: TestApp) {
  const [owner, member] = [settle(app, ann), settle(app, bob)];
  const { id } = createSharedBoard(app, owner, 'house');
  invite(app, owner, 'house', bob.phone);
  return { owner, member, id };
}

export const post = (app: TestApp, user: User, content: string) =>
  create(app, user, { content, source: 'ui' });

/** What stands on the board of one of somebody's tags, newest first. */
export const read = (app: TestApp, user: User, tag: string) =>
  messagesOnBoard(app, user, requireBoard(app, user, tag)).map(({ content }) => content);
