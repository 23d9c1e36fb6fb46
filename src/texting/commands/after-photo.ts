import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { hashtagSlug } from '../../contract/hashtags';
import { DEFAULT_TAG } from '../../contract/limits';
import { countFiles } from '../../media/media';
import { lastNote } from '../acts';
import type { Command } from './command';

const WITHIN_MS = 60_000;
const LONE_TAG = /^\s*[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)(?:\s+(?:please|pls))?[\s.!]*$/iu;

/** A lone hashtag after a photo says where it belongs. */
export function recogniseAfterPhoto(body: string): Command<'tag'> | null {
  const tag = hashtagSlug(LONE_TAG.exec(body.normalize('NFC'))?.[1] ?? '');
  return tag ? { kind: 'tag', add: [tag], remove: tag === DEFAULT_TAG ? [] : [DEFAULT_TAG] } : null;
}

export function afterPhoto(app: App, user: User, command: Command<'tag'>, at: number): Command | null {
  const last = lastNote(app, user, at);
  if (!last || last.sentAt < at - WITHIN_MS || countFiles(app, last.messageId) === 0) return null;
  return command;
}
