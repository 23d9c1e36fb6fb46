import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { tryChargeRateLimits } from '../../app/rate-limits';
import { justNotifiedOf } from '../../notices/notifications';
import { ANSWER_WITHIN_MS, answerAsAsked } from '../answers';
import { keywordOf } from '../keyword-words';
import { answerProof, awaitedProof } from '../proofs';
import { postWholeAsAsked } from '../split-texts';
import { changeAsAsked } from './changes';
import type { Command } from './command';
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

const POST =
  /^(?:(?:yes|yep|yeah|y|ok|okay|sure|please|pls)[,!. ]+)*(?:post|send|share|reply|answer|publish|confirm|do)(?: (?:it|that|this|him|her|them))?(?: (?:to|on|for|with) .{1,30})?(?:[,. ]+(?:please|pls))?[.! ]*$/i;

export const isAssent = (body: string): boolean =>
  ['yes', 'assent'].includes(keywordOf(body) ?? '') || (body.length <= 60 && POST.test(body.trim()));

const ASSENTING =
  /^[\s"'“”‘’(]*(?:(?:o k|ok(?:ay)?|y|ye|yes+|yea|yeah|yep|yup|sure|post|confirm|reply|answer|please|pls|plz|send|it|thanks|thank you|thx|ty|do|go|ahead|for)\b[\s.,:!-]*)*$/iu;

/** The digits with words of assent around them: `y 27 pls`. */
const digitsIn = (body: string): string | null => {
  const [digits, ...others] = body.match(/\d+/g) ?? [];
  if (digits?.length !== 2 || others.length > 0 || body.length > 40) return null;
  const words = body.replace(digits, ' ').replace(/[!.?,"”’)👍🙏]+/gu, ' ');
  return /\p{L}/u.test(words) && ASSENTING.test(words) ? digits : null;
};

export const hasDigits = (body: string): boolean => digitsIn(body) !== null;

export const isJustTold = (app: App, user: User, at: number): boolean =>
  justNotifiedOf(app, user, { at, within: ANSWER_WITHIN_MS }) !== null;

/** A yes without the digits may answer a notification that came after the question. */
export function recogniseOk(app: App, user: User, body: string, at: number): Command<'ok'> | null {
  if (awaitedProof(app, user, at) === null) return null;
  const digits = digitsIn(body);
  if (digits) return { kind: 'ok', digits };
  if (!isAssent(body) || isJustTold(app, user, at)) return null;
  return tryChargeRateLimits(app, { 'question from a number': user.phone }) ? { kind: 'ok', digits } : null;
}

function askAgain(app: App, sender: User, at: number): string | typeof NOTE {
  const asked = awaitedProof(app, sender, at);
  if (!asked) return NOTE;
  if (asked.act !== 'answer') return `To confirm, reply OK ${asked.digits}.`;
  const { to, tag } = asked.data as { to: string; tag: string };
  return `Reply Y${asked.digits} to answer ${to} on #${tag}.`;
}

export const obeyOk: Handler<'ok'> = (app, sender, { digits }, text) => {
  if (digits === null) return askAgain(app, sender, text.at);
  const proof = answerProof(app, sender, digits, text.at);
  if (proof === null) return NOTE;
  return typeof proof === 'string' ? proof : PROVEN[proof.act]!(app, sender, proof.data, text);
};
