import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { tryChargeRateLimits } from '../../app/rate-limits';
import { countedBoards } from '../../boards/lists';
import { countOf } from '../../contract/counts';
import { fitAnswer } from '../../contract/fitting';
import { TEXTING_FORMS } from '../../contract/texting-forms';
import { findMessage } from '../../messages/find';
import { create } from '../../messages/messages';
import { listReminderRows } from '../../notices/reminders/reminders';
import { hasStopped } from '../../outbox/outbox';
import { canGetPictures, PICTURES_MAX } from '../../outbox/picture-links';
import { type Listed, wholeMessage } from '../hits';
import { moreItems, openItems } from '../open-items';
import { findUnread, rememberOpened } from '../opened';
import { ANSWER_WITHIN_MS, askQuestion, lastQuestion, listAtOnce, moreOf } from '../questions';
import { type Answer, type Handler, NOTE } from './handler';

/** The answer is texted later, after the search (docs/product/commands.md: Questions by text). */
export const obeyAsk: Handler<'ask'> = (app, sender, { query, isGuess }, { at, body }): Answer => {
  if (isGuess && !isAnswerable(app, sender, at)) return NOTE;
  let isAsked = false;
  const answer = asQuestion(app, sender, at, () => {
    isAsked = true;
    const items = openItems(app, sender, query, at);
    if (items === null) askQuestion(app, sender, query, at, isGuess ? body : null);
    return items;
  });
  if (isAsked || !isGuess) return answer;
  // past the limit, what may be a note is one
  const messageId = create(app, sender, { content: body, source: 'sms', at });
  return { messageId, answer: answer && `Kept as a note. ${answer}` };
};

export const obeyStatus: Handler<'status'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => boardsText(app, sender));

export const obeyMore: Handler<'more'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => {
    const unread = findUnread(app, sender, at);
    if (unread) return open(app, sender, { ...unread, about: 'messages' }, at);
    const question = lastQuestion(app, sender, at);
    if (!question) return 'There is no question to go on with. Text ? and a word to find what you kept.';
    return moreOf(app, sender, question, question.items ? moreItems : undefined);
  });

export const obeyOpen: Handler<'open'> = (app, sender, { number }, { at }) => {
  const question = lastQuestion(app, sender, at);
  const id = question && number <= question.shown ? question.found[number - 1] : undefined;
  if (!id) return NOTE;
  return asQuestion(app, sender, at, () =>
    open(app, sender, { messageId: id, texted: 0, about: question!.about }, at),
  );
};

function open(
  app: App,
  sender: User,
  { messageId, ...from }: { messageId: number; texted: number; about: Listed['about'] },
  at: number,
): Answer {
  const message = findMessage(app, sender, messageId);
  if (!message) return 'That message is not there any more.';
  const { text, texted } = wholeMessage(app, sender, message, from);
  rememberOpened(app, sender, { messageId, texted }, at);
  if (from.texted > 0 || !canGetPictures(app, sender.phone)) return text;
  const pictures = message.media.filter(({ type }) => type.startsWith('image/')).slice(0, PICTURES_MAX);
  return { answer: text, pictures: pictures.map(({ id }) => id) };
}

/** Those to come first, then those of the last day. */
export const obeyReminders: Handler<'reminders'> = (app, sender, _, { at }) =>
  asQuestion(app, sender, at, () => {
    const found = listReminderRows(app, sender).map(({ messageId }) => messageId);
    return listAtOnce(app, sender, { about: 'reminders', query: '', found, total: found.length }, at);
  });

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
function asQuestion<T extends Answer>(app: App, user: User, at: number, answer: () => T): T | string | null {
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
