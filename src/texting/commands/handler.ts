import type { User } from '../../../db/schema';
import type { App } from '../../app';
import type { CommandKind } from '../../contract/texting-forms';
import type { InboundText } from '../../outside/gateway';
import type { Act } from '../acts';
import type { Command } from '../commands';

/** The text that a command came in. `at` is when it was sent, in milliseconds UTC, and `body` all of it. */
export type CommandText = { at: number; body: string; files: InboundText['media'] };

/** Result of a handler for a text that turns out to be no command: it is kept as a note. */
export const NOTE = Symbol('note');

/** Answer to an UNDO of a command that has changed a setting, if the setting was changed since. */
export const SETTING_CHANGED_TEXT = 'That was changed since, so it stays as it is.';

/**
 * Result of a handler: what the sender of the text is told, at most two segments, or null for nothing. If the
 * command has stored a message, the result has its id. The text then counts as the sender's last one, and
 * UNDO deletes it. If there is no answer, the sender is told what is said after any message.
 */
export type Answer = string | null | typeof NOTE | { answer: string | null; messageId: number };

/**
 * Obeys a command of a person with an account. Called in the transaction that receives the text, so it is
 * synchronous. If it throws, nothing of the text is stored, and the gateway delivers the text again.
 */
export type Handler<K extends CommandKind> = (
  app: App,
  sender: User,
  command: Command<K>,
  text: CommandText,
) => Answer;

/**
 * Takes one act back and returns what its sender is told. Returns null if there is nothing left of the act:
 * UNDO then takes back the act before it.
 */
export type Undo = (app: App, user: User, act: Act) => string | null;
