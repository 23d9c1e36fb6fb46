import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { InboundText } from '../../app/gateway';
import type { CommandKind } from '../../contract/texting-forms';
import type { Act } from '../acts';
import type { Command } from './command';

/** `continues`: its body begins with that of a text that waits for an OK. */
export type CommandText = { at: number; body: string; files: InboundText['media']; continues?: boolean };

export const NOTE = Symbol('note');

export const SETTING_CHANGED_TEXT = 'That was changed since, so it stays as it is.';

/** A message with this id is the sender's last note. Without an answer, it gets the usual reply. */
export type Answer =
  | string
  | null
  | typeof NOTE
  | { answer: string | null; messageId?: number; pictures?: number[] };

/** Synchronous, in the transaction that receives the text: if it throws, the gateway sends the text again. */
export type Handler<K extends CommandKind> = (
  app: App,
  sender: User,
  command: Command<K>,
  text: CommandText,
) => Answer;

/** Returns null if there is nothing left to take back: UNDO then takes back the act before this one. */
export type Undo = (app: App, user: User, act: Act) => string | null;
