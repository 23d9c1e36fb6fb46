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

/** The answer is texted later, after the search (docs/product/commands.md: Questions by text). */
export const obeyAsk: Handler<'ask'> = (app, sender, { query, isGuess }, { at, body }) => {
  if (isGuess && !isAnswerable(app, sender, at)) return NOTE;
  return asQuestion(app, sender, at, () => {
    askQuestion(app, sender, query, at, isGuess ? body : null);
    return null;
  });
};

export const obeyStatus: Handler<'status'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => boardsText(app, sender));

export const obeyMore: Handler<'more'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => {
    const question = lastQuestion(app, sender, at);
    if (!question) return 'There is no question to go on with. Text ? and a word to find what you kept.';
    return moreOf(app, sender, question);
  });

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

/** HELP does not count as a question, because carriers require an answer each time. */
export const obeyHelp: Handler<'help'> = (app) => {
  const forms = TEXTING_FORMS.flatMap(({ inHelp }) => inHelp ?? []);
  const required = `${app.config.productName}: reply STOP to unsubscribe. Msg&Data rates may apply.`;
  const build = (listed: number) =>
    `${required}\n${forms.slice(0, listed).join(', ')}\n${app.publicUrl}/texting`;
  return fitAnswer(0, forms.length, build) ?? required;
};

const isAnswerable = (app: App, { phone }: User, at: number): boolean =>
  !hasStopped(app, phone) && at >= app.now() - ANSWER_WITHIN_MS;

/** Past the rate limit, only the first question is answered, with a sentence that says so. */
function asQuestion(app: App, user: User, at: number, answer: () => string | null): string | null {
  const { phone } = user;
  if (!isAnswerable(app, user, at)) return null;
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
