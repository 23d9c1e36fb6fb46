import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { answerAsAsked } from '../answers';
import { answerProof } from '../proofs';
import { postWholeAsAsked } from '../split-texts';
import { changeAsAsked } from './changes';
import { type Answer, type CommandText, type Handler, NOTE } from './handler';
import { inviteAsAsked } from './invite';
import { mailAsAsked } from './mail';
import { undoAsAsked } from './undo';

/** Carries out what was asked, and asks anew or refuses if it would show more than the question said. */
// biome-ignore lint/suspicious/noExplicitAny: each function reads the data that was stored with its own act
type Proven = (app: App, user: User, data: any, text: CommandText) => Answer;

const PROVEN: Record<string, Proven> = {
  change: changeAsAsked,
  undo: undoAsAsked,
  all: postWholeAsAsked,
  answer: answerAsAsked,
  invite: inviteAsAsked,
  mail: mailAsAsked,
};

export const obeyOk: Handler<'ok'> = (app, sender, { digits }, text) => {
  const proof = answerProof(app, sender, digits, text.at);
  if (proof === null) return NOTE;
  return typeof proof === 'string' ? proof : PROVEN[proof.act]!(app, sender, proof.data, text);
};
