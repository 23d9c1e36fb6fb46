import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { hashtagsIn } from '../../contract/hashtags';
import { complete, edit } from '../../messages/editing';
import { findStored } from '../../messages/messages';
import { stateOf } from '../../messages/reverting';
import { enqueue } from '../../outbox/outbox';
import { updateAct } from '../acts';
import { type Continuation, type CutCommand, joinWaiting, mayContinue } from '../joined-texts';
import { findProof } from '../proofs';
import { replyToMessage } from '../replies';
import type { CommandText } from './handler';
import { recognise } from './recognise';
import { readReminder, remind } from './reminders';

/** Kept in the act of a command that a carrier may have cut, so that later parts can be joined. */
export const cutOf = ({
  body,
  at,
}: Pick<CommandText, 'body' | 'at'>): { cut?: { text: string; at: number } } =>
  mayContinue(body) ? { cut: { text: body, at } } : {};

export type Whole = { content: string; store: () => void };

/**
 * The last part of an EDIT, a RE or a reminder belongs to the command (docs/product/texting.md: Joined
 * texts).
 */
export function wholeOf(
  app: App,
  sender: User,
  { messageId, content, whole, command }: Continuation,
  { files, at }: Pick<CommandText, 'files' | 'at'>,
): Whole {
  const add = (content: string) => {
    complete(app, sender, messageId, { content, files });
    if (command) keepText(app, command, at);
  };
  const meant = recognise(whole);
  if (command && meant?.kind === 'edit')
    return { content: meant.words, store: () => editAgain(app, sender, messageId, meant.words, command, at) };
  if (command && meant?.kind === 'reply' && findStored(app, messageId)?.replyToId)
    return { content: meant.words, store: () => add(meant.words) };
  const reminder = meant?.kind === 'remind' ? readReminder(app, sender, meant, at) : null;
  if (reminder?.found || (reminder && command))
    return {
      content: reminder.content,
      store() {
        add(reminder.content);
        const answer = reminder.found && remind(app, sender, messageId, reminder.found);
        if (answer) enqueue(app, { to: sender.phone, kind: 'reply', body: answer });
      },
    };
  return {
    content,
    store() {
      add(content);
      replyToMessage(app, sender, messageId);
    },
  };
}

/** A later part of an EDIT that waits for an OK. */
export function wholeOfAsked(app: App, phone: string, text: CommandText) {
  const { cut } = (findProof(app, phone)?.data ?? {}) as { cut?: { text: string; at: number } };
  const joined = cut && text.files.length === 0 ? joinWaiting(cut, text.body, text.at) : null;
  const command = joined && recognise(joined.whole);
  return command?.kind === 'edit'
    ? { command, text: { ...text, body: joined!.text, continues: true } }
    : null;
}

/** One UNDO takes back the whole edit. */
function editAgain(
  app: App,
  sender: User,
  messageId: number,
  words: string,
  command: CutCommand,
  at: number,
): void {
  const hashtags = hashtagsIn(words);
  edit(app, sender, messageId, { content: words, tags: hashtags.length > 0 ? hashtags : undefined });
  updateAct(app, command.actId, { after: stateOf(app, messageId), cut: { text: command.text, at } });
}

const keepText = (app: App, { actId, text }: CutCommand, at: number) =>
  updateAct(app, actId, { cut: { text, at } });
