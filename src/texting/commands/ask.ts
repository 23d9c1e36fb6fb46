import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { tryChargeRateLimits } from '../../app/rate-limits';
import { countedBoards } from '../../boards/lists';
import { countOf } from '../../contract/counts';
import { fitAnswer } from '../../contract/fitting';
import { TEXTING_FORMS } from '../../contract/texting-forms';
import { findMessage } from '../../messages/find';
import { hasStopped } from '../../outbox/outbox';
import { wholeMessage } from '../hits';
import { rememberOpened } from '../opened';
import { ANSWER_WITHIN_MS, askQuestion, lastQuestion, moreOf } from '../questions';
import { type Handler, NOTE } from './handler';

/**
 * Answers a question: `? pasta` (docs/product.md: Questions by text). The answer is texted later, after the
 * search.
 */
export const obeyAsk: Handler<'ask'> = (app, sender, { query }, { at }) =>
  asQuestion(app, sender, at, () => {
    askQuestion(app, sender, query, at);
    return null;
  });

/** Obeys BOARDS, or `?` without words: lists the boards. */
export const obeyStatus: Handler<'status'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => boardsText(app, sender));

export const obeyMore: Handler<'more'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => {
    const question = lastQuestion(app, sender, at);
    if (!question) return 'There is no question to go on with. Text ? and a word to find what you kept.';
    return moreOf(app, sender, question);
  });

/**
 * Opens the message that has this number in the last answer. If there is no such message, the text is a
 * note.
 */
export const obeyOpen: Handler<'open'> = (app, sender, { number }, { at }) => {
  const question = lastQuestion(app, sender, at);
  const id = question && number <= question.shown ? question.found[number - 1] : undefined;
  if (!id) return NOTE;
  return asQuestion(app, sender, at, () => {
    const message = findMessage(app, sender, id);
    if (!message) return 'That message is not there any more.';
    rememberOpened(app, sender, id, at);
    return wholeMessage(app, sender, message);
  });
};

/** Answers HELP. HELP does not count as a question, because carriers require an answer each time. */
export const obeyHelp: Handler<'help'> = (app) => helpText(app);

/** Returns the answer to HELP: the words that carriers require, and as many forms of commands as fit. */
function helpText(app: App): string {
  const forms = TEXTING_FORMS.flatMap(({ inHelp }) => inHelp ?? []);
  const required = `${app.config.productName}: reply STOP to unsubscribe. Msg&Data rates may apply.`;
  const build = (listed: number) =>
    `${required}\n${forms.slice(0, listed).join(', ')}\n${app.publicUrl}/texting`;
  return fitAnswer(0, forms.length, build) ?? required;
}

/**
 * Returns the answer to a question. Returns null if the number has opted out by STOP, or if the text came too
 * late. If the number has asked too many questions in the last hour, returns a sentence that says so, but
 * only for the first of the questions that are too many. Returns null for the others.
 */
function asQuestion(app: App, { phone }: User, at: number, answer: () => string | null): string | null {
  if (hasStopped(app, phone) || at < app.now() - ANSWER_WITHIN_MS) return null;
  if (tryChargeRateLimits(app, { 'question from a number': phone })) return answer();
  return tryChargeRateLimits(app, { 'end of questions told to a number': phone })
    ? `That is a lot of questions for one hour. Please ask again later, or look at ${app.publicUrl}`
    : null;
}

function boardsText(app: App, user: User): string {
  const boards = countedBoards(app, user);
  const hint = '? word finds. HELP for all.';
  if (boards.length === 0) return `You have no boards yet: a #hashtag in a note makes one. ${hint}`;
  const build = (listed: number) => {
    const names = boards.slice(0, listed).map(({ tag, count }) => `#${tag} ${count}`);
    const others = boards.length - listed;
    if (others > 0) names.push(`${others} more`);
    return `${countOf(boards.length, 'board')}: ${names.join(', ')}. ${hint}`;
  };
  return fitAnswer(0, boards.length, build) ?? build(0);
}
