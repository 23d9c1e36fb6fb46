import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findBoard } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { eveningTag, rememberEveningBoard } from '../notices/evening/evening';
import { lastTextTo } from '../notices/notifications';
import { enqueue } from '../outbox/outbox';
import { namedBoards } from './commands/named-boards';

const ANSWER_WITHIN_MS = 6 * 3_600_000;

/** The board of a text without hashtags, if the evening question is the last text that the number got. */
export function eveningBoard(
  app: App,
  sender: User,
  { content, at }: { content: string; at: number },
): { tag: string; isNew: boolean } | null {
  if (hashtagsIn(content).length > 0) return null;
  if (!lastTextTo(app, sender, { at, within: ANSWER_WITHIN_MS })?.startsWith('evening ')) return null;
  const tag = eveningTag(app, sender);
  return tag === null ? null : { tag, isNew: findBoard(app, sender, tag) === null };
}

export function tellOfMemory(app: App, sender: User, { tag, isNew }: { tag: string; isNew: boolean }): void {
  rememberEveningBoard(app, sender, tag);
  const place = namedBoards(app, sender, [tag], isNew ? [tag] : []);
  enqueue(app, { to: sender.phone, kind: 'reply', body: `Kept on ${place}. UNDO takes it back.` });
}
