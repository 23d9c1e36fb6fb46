import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { type Board, findBoard, requireSharedBoard } from '../../boards/boards';
import type { Digest } from '../../contract/digest-times';
import { type DigestWords, parseDigestWords, whenOf } from '../../contract/digests';
import { endAllDigests, endDigest, findDigest, listDigests, setDigest } from '../../notices/digests/digests';
import { preferences, setPreference } from '../../notices/preferences';
import { recordAct } from '../acts';
import { boardNamed } from './board-words';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';

export const obeyDigest: Handler<'digest'> = (app, sender, { words }, { at }) => {
  const asked = parseDigestWords(words);
  if (!asked) return NOTE;
  const board = asked.tag === null ? null : sharedBoard(app, sender, asked.tag);
  if (typeof board === 'string') return board;
  const before = listDigests(app, sender);
  const answer = changeDigest(app, sender, asked, board);
  const after = listDigests(app, sender);
  if (!Bun.deepEquals(before, after)) recordAct(app, sender, { kind: 'digest', data: { before, after }, at });
  return answer;
};

export const undoDigest: Undo = (app, user, { data }) => {
  const { before, after } = data as { before: Digest[]; after: Digest[] };
  if (!Bun.deepEquals(listDigests(app, user), after)) return SETTING_CHANGED_TEXT;
  endAllDigests(app, user);
  for (const digest of before) setDigest(app, user, digest);
  return before.length > 0 ? 'Taken back: your digests are as they were.' : 'Taken back: the digest is off.';
};

function changeDigest(app: App, sender: User, asked: DigestWords, board: Board | null): string {
  if (asked.off) return end(app, sender, board);
  const before = findDigest(app, sender, board?.id ?? null);
  const digest = setDigest(app, sender, { boardId: board?.id, weekday: asked.weekday, time: asked.time });
  const what = board ? `#${board.tag}` : 'your shared boards';
  const back = before ? 'UNDO takes it back.' : `${formOf('off', board)} ends it.`;
  return `One text with what is new on ${what}, ${whenOf(digest)}, if there is anything. ${back}`;
}

export const obeyMute: Handler<'mute'> = (app, sender, { tag: typed, muted, isGuess }, { at }) => {
  const tag = isGuess ? (boardNamed(app, sender, `${typed} board`) ?? typed) : typed;
  const board = sharedBoard(app, sender, tag);
  if (typeof board === 'string' && isGuess) return NOTE;
  if (typeof board === 'string') return board;
  if (isMuted(app, sender, board.id) !== muted)
    recordAct(app, sender, { kind: 'mute', data: { boardId: board.id, muted }, at });
  setPreference(app, sender, board.id, !muted);
  return muted
    ? `Muted: no more texts about #${tag}. UNMUTE #${tag} turns them on again.`
    : `You get texts about #${tag} again. MUTE #${tag} turns them off.`;
};

export const undoMute: Undo = (app, user, { data }) => {
  const { boardId, muted } = data as { boardId: number; muted: boolean };
  if (isMuted(app, user, boardId) !== muted) return SETTING_CHANGED_TEXT;
  setPreference(app, user, boardId, muted);
  const { tag } = requireSharedBoard(app, user, boardId);
  return muted
    ? `Taken back: you get texts about #${tag} again.`
    : `Taken back: no more texts about #${tag}.`;
};

function isMuted(app: App, user: User, boardId: number): boolean | null {
  const preference = preferences(app, user).find((one) => one.boardId === boardId);
  return preference ? preference.smsEnabled === 'false' : null;
}

function end(app: App, sender: User, board: Board | null): string {
  const all = listDigests(app, sender);
  const before = board ? findDigest(app, sender, board.id) : all[0];
  if (!before) return `There is no digest${board ? ` of #${board.tag}` : ''}: posts are texted one by one.`;
  if (board) endDigest(app, sender, board.id);
  else endAllDigests(app, sender);
  // no single text could set all these digests again, so the answer offers UNDO
  if (!board && (all.length > 1 || before.boardId !== null))
    return 'All digests are off. UNDO takes it back.';
  return `The digest is off${board ? ` for #${board.tag}` : ''}. ${formOf(before, board)} turns it on again.`;
}

function formOf(digest: Digest | 'off', board: Board | null): string {
  const tag = board ? ` #${board.tag}` : '';
  if (digest === 'off') return `DIGEST off${tag}`;
  const [, day, time] = /^every (\w+) at (.*)$/.exec(whenOf(digest)) ?? [];
  return `DIGEST ${digest.weekday === null ? 'daily' : `weekly ${day?.toLowerCase()}`} ${time?.replace(':00', '').replace(' ', '')}${tag}`;
}

export function sharedBoard(app: App, sender: User, tag: string): Board | string {
  const board = findBoard(app, sender, tag);
  if (board?.shared) return board;
  return board
    ? `#${tag} is only yours, so there are no texts about it.`
    : `You are on no board #${tag}. Text ? for your boards.`;
}
