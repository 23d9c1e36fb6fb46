import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { JoinedBoard } from '../boards/invites/board-invites';
import { forgetLostBoards, lostBoardsOf } from '../boards/lost-boards';
import { fitsAnswer } from '../contract/fitting';
import { hashtagsIn } from '../contract/hashtags';
import { FEEDBACK_TAG } from '../contract/limits';
import { type NamedUser, nameOrNull } from '../contract/people';
import { enqueue } from '../outbox/outbox';
import {
  askNameText,
  feedbackText,
  firstPostText,
  joinedBoardsText,
  lostBoardText,
  splitEditText,
  splitText,
  welcomeText,
} from '../outbox/texts';
import { givenTo, nameColumns } from '../people/given-names';
import { findUserByPhone, markNameAsked } from '../people/users';
import { takeHint } from './hints';
import { askForHint } from './questions';

/** Sends only the first reply that applies. All but the thanks can still follow a later text. */
export function replyToMessage(
  app: App,
  sender: User,
  messageId: number,
  { content = '' }: { content?: string } = {},
): void {
  const { listBoardsToTell, clearTagChosenByOther } = statements(app.db);
  const reply = (body: string, dedupeKey?: string) =>
    enqueue(app, { to: sender.phone, kind: 'reply', body, dedupeKey });

  const [lost, ...others] = lostBoardsOf(app, sender, messageId);
  if (lost) {
    const tags = [lost, ...others].map(({ tag }) => tag);
    if (reply(lostBoardText([lost, ...others]))) forgetLostBoards(app, sender, tags);
    return;
  }
  const boards = listBoardsToTell.all({ message: messageId, sender: sender.id });
  const named = boards.find(({ tagChosenByOther }) => tagChosenByOther);
  if (named) {
    const { boardId, tag, readers, tagChosenByOther, ...owner } = named;
    if (reply(firstPostText({ owner, tag, readers })))
      clearTagChosenByOther.run({ board: boardId, user: sender.id });
    return;
  }
  if (boards.length > 0) reply(feedbackText(app), `feedback ${messageId}`);
  else if (isToBeNamed(sender) && statements(app.db).isSeenByOthers.get({ message: messageId })) {
    if (reply(askNameText(sender), nameQuestion(sender))) markNameAsked(app, sender);
  } else {
    const isNew = !isWelcomed(app, sender.phone);
    const hint = takeHint(app, sender, content, { isNew });
    if (hint?.queries)
      askForHint(app, sender, {
        noteId: messageId,
        queries: hint.queries,
        line: hint.line,
        isAsked: hint.isAsked,
      });
    else if (hint?.line) answerText(app, sender.phone, hint.line);
    else if (isNew) sendWelcome(app, sender.phone, welcomeText(app, { saved: true }));
  }
}

/** With the welcome, if the number was not welcomed and there is room for both. */
export function answerText(app: App, phone: string, body: string, dedupeKey?: string): void {
  const both = `Welcome to ${app.config.productName}! ${body} Reply STOP to opt out.`;
  if (isWelcomed(app, phone) || !fitsAnswer(both))
    enqueue(app, { to: phone, kind: 'reply', body, dedupeKey });
  else sendWelcome(app, phone, both, dedupeKey);
}

/** ALL cannot join an EDIT of another message (docs/product/texting.md: Split texts). */
export function replyToSplitText(
  app: App,
  sender: User,
  {
    messageId,
    newTags,
    content,
    canBeJoined,
  }: { messageId: number; newTags: string[]; content: string; canBeJoined: boolean },
): void {
  const own = hashtagsIn(content);
  const posted = newTags.every((tag) => own.includes(tag));
  const body = canBeJoined ? splitText({ tags: newTags, posted }) : splitEditText({ tags: newTags, posted });
  enqueue(app, { to: sender.phone, kind: 'reply', body, dedupeKey: `split ${messageId}` });
}

export function welcome(app: App, phone: string, { saved }: { saved: boolean }): void {
  if (!isWelcomed(app, phone)) sendWelcome(app, phone, welcomeText(app, { saved }));
}

export function replyToJoin(app: App, phone: string, boards: [JoinedBoard, ...JoinedBoard[]]): void {
  const user = findUserByPhone(app, phone);
  const body = joinedBoardsText(app, boards);
  const asking = `${body} Reply NAME and your name, so that they know you.`;
  if (user && isToBeNamed(user) && fitsAnswer(asking)) {
    answerText(app, phone, asking, nameQuestion(user));
    markNameAsked(app, user);
  } else answerText(app, phone, body);
}

const isToBeNamed = (user: User) => nameOrNull(user) === null && !user.nameAsked;
const nameQuestion = ({ id }: User) => `name of ${id}`;
export const isNameQuestion = (dedupeKey: string | null) => dedupeKey?.startsWith('name of ') === true;

const isWelcomed = (app: App, phone: string): boolean =>
  statements(app.db).findWelcome.get({ phone }) !== null;

function sendWelcome(app: App, phone: string, body: string, dedupeKey?: string): void {
  if (enqueue(app, { to: phone, kind: 'welcome', body, dedupeKey }))
    statements(app.db).insertWelcome.run({ phone, at: app.now() });
}

type PostedBoard = { boardId: number; tag: string; tagChosenByOther: number; readers: number } & NamedUser;

const statements = prepared((db) => ({
  listBoardsToTell: db.$client.prepare<PostedBoard, { message: number; sender: number }>(`
    select v.board_id as boardId, v.tag, v.tag_chosen_by_other as tagChosenByOther,
      ${nameColumns('o')}, o.phone,
      (select count(*) from memberships r where r.board_id = v.board_id and r.user_id <> v.user_id) as readers
      from placements p cross join memberships v on v.board_id = p.board_id and v.user_id = $sender
      join boards b on b.id = v.board_id join users o on o.id = b.owner_id ${givenTo('$sender', 'o')}
     where p.message_id = $message and (v.tag_chosen_by_other or v.tag = '${FEEDBACK_TAG}') order by p.position`),
  isSeenByOthers: db.$client.prepare<unknown, { message: number }>(`
    select 1 from placements p join boards b on b.id = p.board_id
     where p.message_id = $message and b.member_count > 1 limit 1`),
  clearTagChosenByOther: db.$client.prepare<unknown, { board: number; user: number }>(`
    update memberships set tag_chosen_by_other = 0 where board_id = $board and user_id = $user`),
  findWelcome: db.$client.prepare<unknown, { phone: string }>(`
    select 1 from phones where phone = $phone and welcomed_at is not null`),
  insertWelcome: db.$client.prepare<unknown, { phone: string; at: number }>(`
    insert into phones (phone, welcomed_at) values ($phone, $at)
        on conflict (phone) do update set welcomed_at = $at`),
}));
