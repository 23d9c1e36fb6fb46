import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findBoard } from '../../boards/boards';
import { hashtagSlug, hashtagsIn } from '../../contract/hashtags';
import { DEFAULT_TAG } from '../../contract/limits';
import { countFiles } from '../../media/media';
import { findStored } from '../../messages/messages';
import { lastNote, listActs } from '../acts';
import type { Command } from './command';

const AFTER_PHOTO_MS = 60_000;
const AFTER_NOTE_MS = 2 * 60_000;
const LONE_TAG = /^\s*[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)(?:\s+(?:please|pls))?[\s.!]*$/iu;

/** A lone hashtag after a photo or a note says where it belongs. */
export function recogniseAfterPhoto(body: string): Command<'tag'> | null {
  const tag = hashtagSlug(LONE_TAG.exec(body.normalize('NFC'))?.[1] ?? '');
  return tag ? { kind: 'tag', add: [tag], remove: tag === DEFAULT_TAG ? [] : [DEFAULT_TAG] } : null;
}

export function afterPhoto(app: App, user: User, command: Command<'tag'>, at: number): Command | null {
  const last = lastNote(app, user, at);
  if (!last || last.sentAt < at - AFTER_NOTE_MS) return null;
  const [act] = listActs(app, user, at);
  const isPhoto = countFiles(app, last.messageId) > 0;
  const isFree =
    findBoard(app, user, command.add[0]!) !== null ||
    hashtagsIn(findStored(app, last.messageId)?.content ?? '').length === 0;
  const isLast = act?.kind === 'note' && act.messageId === last.messageId;
  return isPhoto ? (last.sentAt < at - AFTER_PHOTO_MS ? null : command) : isLast && isFree ? command : null;
}
