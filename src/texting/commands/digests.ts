import type { User } from '../../../db/schema';
import type { App } from '../../app';
import { type Board, findBoard } from '../../boards/boards';
import type { Digest } from '../../contract/digest-times';
import { parseDigestWords, whenOf } from '../../contract/digests';
import { endAllDigests, endDigest, findDigest, listDigests, setDigest } from '../../digests/digests';
import { setPreference } from '../../notifications/preferences';
import { type Handler, NOTE } from './handler';

/** Sets or ends a digest (docs/product.md: Digests). Other words after DIGEST are a note. */
export const obeyDigest: Handler<'digest'> = (app, sender, { words }) => {
  const asked = parseDigestWords(words);
  if (!asked) return NOTE;
  const board = asked.tag === null ? null : sharedBoard(app, sender, asked.tag);
  if (typeof board === 'string') return board;
  if (asked.off) return end(app, sender, board);
  const digest = setDigest(app, sender, { boardId: board?.id, weekday: asked.weekday, time: asked.time });
  const what = board ? `#${board.tag}` : 'your shared boards';
  return `One text with what is new on ${what}, ${whenOf(digest)}, if there is anything. ${formOf('off', board)} ends it.`;
};

/** Turns the texts about a shared board off or on, as the switch of the web app does. */
export const obeyMute: Handler<'mute'> = (app, sender, { tag, muted }) => {
  const board = sharedBoard(app, sender, tag);
  if (typeof board === 'string') return board;
  setPreference(app, sender, board.id, !muted);
  return muted
    ? `Muted: no more texts about #${tag}. UNMUTE #${tag} turns them on again.`
    : `You get texts about #${tag} again. MUTE #${tag} turns them off.`;
};

function end(app: App, sender: User, board: Board | null): string {
  const before = board ? findDigest(app, sender, board.id) : listDigests(app, sender)[0];
  if (!before) return `There is no digest${board ? ` of #${board.tag}` : ''}: posts are texted one by one.`;
  if (board) endDigest(app, sender, board.id);
  else endAllDigests(app, sender);
  return `The digest is off${board ? ` for #${board.tag}` : ''}. ${formOf(before, board)} turns it on again.`;
}

/** Returns the text that sets a digest or ends it, for the answer to read how to take a change back. */
function formOf(digest: Digest | 'off', board: Board | null): string {
  const tag = board ? ` #${board.tag}` : '';
  if (digest === 'off') return `DIGEST off${tag}`;
  const [, day, time] = /^every (\w+) at (.*)$/.exec(whenOf(digest)) ?? [];
  return `DIGEST ${digest.weekday === null ? 'daily' : `weekly ${day?.toLowerCase()}`} ${time?.replace(':00', '').replace(' ', '')}${tag}`;
}

/** Returns the shared board of a tag, or the sentence that says why there is none. */
function sharedBoard(app: App, sender: User, tag: string): Board | string {
  const board = findBoard(app, sender, tag);
  if (board?.shared) return board;
  return board
    ? `#${tag} is only yours, so there are no texts about it.`
    : `You are on no board #${tag}. Text ? for your boards.`;
}
