import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { InboundText } from '../../app/gateway';
import type { CommandKind } from '../../contract/texting-forms';
import type { Act } from '../acts';
import type { Command } from '../commands';

/**
 * The text that a command came in. `at` is the time at which the text was sent, in milliseconds UTC. `body`
 * is the whole text.
 */
export type CommandText = { at: number; body: string; files: InboundText['media'] };

/** Result of a handler for a text that turns out to be no command: the text is kept as a note. */
export const NOTE = Symbol('note');

/** Answer to an UNDO of a command that has changed a setting, if the setting was changed since. */
export const SETTING_CHANGED_TEXT = 'That was changed since, so it stays as it is.';

/**
 * Result of a handler: the answer to the sender, of at most two SMS segments, or null for no answer. If the
 * command has stored a message, the result has the message's id. That message then counts as the sender's
 * last note, and UNDO deletes it. If there is no answer, the sender gets the reply that follows any message.
 */
export type Answer = string | null | typeof NOTE | { answer: string | null; messageId: number };

/**
 * Obeys a command of a person with an account. A handler is called in the transaction that receives the text,
 * so handlers are synchronous. If a handler throws, nothing of the text is stored, and the gateway delivers
 * the text again.
 */
export type Handler<K extends CommandKind> = (
  app: App,
  sender: User,
  command: Command<K>,
  text: CommandText,
) => Answer;

/**
 * Takes back one act (the recorded change that a text has made), and returns the answer to its sender.
 * Returns null if there is nothing left to take back: UNDO then takes back the act before this one.
 */
export type Undo = (app: App, user: User, act: Act) => string | null;
