import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findBoard } from '../../boards/boards';
import { forgetLostBoards, lostBoardsOf } from '../../boards/lost-boards';
import { type Edit, edit } from '../../messages/editing';
import { boardTags } from '../../messages/messages';
import { isWithin, newReaders, type Showing } from '../../messages/new-readers';
import { type EditedState, stateOf } from '../../messages/reverting';
import { lostBoardText } from '../../outbox/texts';
import { recordAct } from '../acts';
import { quote } from '../hits';
import { askProof, findProof } from '../proofs';
import type { CommandText } from './handler';
import { inText, namedBoards, questionOf } from './named-boards';
import { cutOf } from './rest';

export const CHANGED_SINCE = 'That message was changed since, so it stays as it is.';

export type Change = { kind: 'tag' | 'edit'; messageId: number; input: Edit };

type Asked = Change & { before: EditedState; showing: Showing };

/** Does nothing yet if more people would see the message (docs/product/commands.md: Asking for an OK). */
export function changeOrAsk(app: App, sender: User, change: Change, text: CommandText): string | null {
  const before = stateOf(app, change.messageId)!;
  const showing = showingOf(app, sender, change, before);
  if (showing.readers.length === 0) return carryOut(app, sender, change, before, text);
  const data = { ...change, before, showing, ...cutOf(text) };
  const asked = text.continues ? findProof(app, sender.phone) : null;
  const keepsDigits = asked?.act === 'change' && isSameQuestion(asked.data as Asked, data);
  const what = change.kind === 'edit' ? 'change it and put it' : 'put it';
  askProof(app, sender, {
    act: 'change',
    data,
    keepsDigits,
    question: questionOf(app, sender, what, showing),
  });
  return null;
}

const isSameQuestion = (one: Asked, other: Asked): boolean =>
  Bun.deepEquals(
    [one.kind, one.messageId, one.before, one.showing],
    [other.kind, other.messageId, other.before, other.showing],
  );

export function changeAsAsked(app: App, sender: User, asked: Asked, text: CommandText): string | null {
  const { kind, messageId, input, before, showing } = asked;
  const change = { kind, messageId, input };
  if (!Bun.deepEquals(stateOf(app, messageId), before)) return CHANGED_SINCE;
  return isWithin(showingOf(app, sender, change, before), showing)
    ? carryOut(app, sender, change, before, text)
    : changeOrAsk(app, sender, change, text);
}

const tagsAfter = ({ input }: Change, before: EditedState) => boardTags(input.tags ?? tagsIn(before));

const showingOf = (app: App, sender: User, change: Change, before: EditedState): Showing => {
  const boards = tagsAfter(change, before).flatMap((tag) => findBoard(app, sender, tag) ?? []);
  return newReaders(app, sender, [change.messageId], boards);
};

/** A lost board is answered with its own sentence instead (docs/product/members.md: Lost boards). */
function carryOut(app: App, sender: User, change: Change, before: EditedState, text: CommandText): string {
  const { kind, messageId, input } = change;
  const newTags = tagsAfter(change, before).filter((tag) => !findBoard(app, sender, tag));
  edit(app, sender, messageId, input);
  const after = stateOf(app, messageId)!;
  recordAct(app, sender, { kind, messageId, data: { before, after, ...cutOf(text) }, at: text.at });

  const [tags, now] = [tagsIn(before), tagsIn(after)];
  const added = now.filter((tag) => !tags.includes(tag));
  const [lost, ...others] = lostBoardsOf(app, sender, messageId).filter(({ tag }) => added.includes(tag));
  if (lost) {
    forgetLostBoards(
      app,
      sender,
      [lost, ...others].map(({ tag }) => tag),
    );
    return lostBoardText([lost, ...others]);
  }
  if (kind === 'edit')
    return `Changed to "${quote(app, sender, messageId)}", ${added.length > 0 ? 'now on' : 'on'} ${namedBoards(app, sender, now, newTags)}. UNDO takes it back.`;
  const removed = tags.filter((tag) => !now.includes(tag));
  const also = added.length > 0 ? `Also on ${namedBoards(app, sender, added, newTags)}` : '';
  const off = removed.length > 0 ? `${also ? ', no' : 'No'} longer on ${inText(removed)}` : '';
  return `${also}${off}. UNDO takes it back.`;
}

export const tagsIn = ({ placements }: EditedState): string[] =>
  placements.flatMap(({ sendersTag }) => sendersTag ?? []);
