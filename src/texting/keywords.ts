import { prepared, savepoint } from '../../db/open';
import type { inbound } from '../../db/schema';
import type { App } from '../app/app';
import type { InboundText } from '../app/gateway';
import { acceptInvite, invitationOf } from '../boards/invites/invites';
import { create } from '../messages/messages';
import { recordAgreement } from '../outbox/consent';
import { enqueue, enqueueStopAnswer, hasStopped, pushStopped, setStopped } from '../outbox/outbox';
import { inviteExpiredText, startedText, stoppedByTextText, stoppedText } from '../outbox/texts';
import { mayEnter, turnAway } from '../people/sign-up';
import { NoRoom } from '../people/storage';
import { findUserByPhone } from '../people/users';
import { obey } from './commands/dispatch';
import type { CommandText } from './commands/handler';
import { isAnsweredByLines, isEverydayStop, type Keyword, writtenKeyword } from './keyword-words';
import { replyToJoin, welcome } from './replies';

const JUST_NOW_MS = 2 * 60_000;

/** The same word means something else, or nothing, to a number for which nothing waits. */
export function isMeant(app: App, phone: string, keyword: Keyword): boolean {
  switch (keyword) {
    case 'yes':
    case 'join':
      return (
        hasStopped(app, phone) ||
        invitationOf(app, phone) !== null ||
        hasJustJoined(app, phone) ||
        !findUserByPhone(app, phone)
      );
    case 'restart':
      return hasStopped(app, phone) || isNewlyInvited(app, phone);
    case 'assent':
      return isNewlyInvited(app, phone);
    default:
      return true;
  }
}

/** People say YES twice. */
const hasJustJoined = (app: App, phone: string): boolean =>
  statements(app.db).findJoin.get({ phone, since: app.now() - JUST_NOW_MS }) !== null;

/** Who has an account texts notes, and one can be `ok`. */
const isNewlyInvited = (app: App, phone: string): boolean =>
  invitationOf(app, phone) === 'open' && !findUserByPhone(app, phone);

/** The gateway may have answered STOP and START itself, and HELP if `optOut` is `help`. */
export function obeyKeyword(
  app: App,
  phone: string,
  keyword: Exclude<Keyword, 'all'>,
  { body, media: files, at = app.now(), optOut }: InboundText,
): { kind: typeof inbound.$inferSelect.kind; messageId?: number } {
  const hadStopped = hasStopped(app, phone);
  // if a line answers more words than these, it refuses our answer to a STOP
  const isAnswered = app.sms.can.answerStop && (optOut !== undefined || isAnsweredByLines(body));
  switch (keyword) {
    case 'stop': {
      setStopped(app, phone, true, writtenKeyword(body));
      const messageId =
        optOut || !isEverydayStop(body) ? undefined : keepNote(app, phone, { body, files, at });
      // only the first STOP is answered, because otherwise two servers could answer each other for ever
      if (!hadStopped && !isAnswered)
        enqueueStopAnswer(app, phone, stoppedText(app, { isKept: messageId !== undefined }));
      if (!hadStopped) pushStopped(app, phone, stoppedByTextText(app));
      return { kind: 'stop', messageId };
    }
    case 'start':
      setStopped(app, phone, false, writtenKeyword(body));
      if (isNewlyInvited(app, phone) && join(app, phone)) return { kind: 'join' };
      if (hadStopped && !isAnswered) answerStart(app, phone);
      else if (!hadStopped && !isAnswered && !findUserByPhone(app, phone)) greet(app, phone);
      return { kind: 'start' };
    case 'restart':
    case 'assent':
    case 'yes':
      setStopped(app, phone, false);
      if (join(app, phone)) return { kind: 'join' };
      if (!hadStopped && !findUserByPhone(app, phone)) {
        greet(app, phone); // an answer to an invitation that is gone, and no note
        return { kind: 'start' };
      }
      recordAgreement(app, phone, { act: 'start', words: writtenKeyword(body) });
      if (hadStopped && !isAnswered) answerStart(app, phone);
      return { kind: 'start' };
    case 'join':
      join(app, phone);
      return { kind: 'join' };
    case 'help':
    case 'undo': {
      const sender = findUserByPhone(app, phone);
      if (optOut === 'help') return { kind: keyword };
      if (sender) obey(app, sender, { kind: keyword }, { body, files, at });
      else if (keyword === 'help') greet(app, phone);
      return { kind: keyword };
    }
  }
}

/** Of who has an account. No lack of room stands in the way of a STOP. */
function keepNote(app: App, phone: string, { body, files, at }: CommandText): number | undefined {
  const sender = findUserByPhone(app, phone);
  if (!sender) return undefined;
  try {
    return savepoint(app.db, () => create(app, sender, { content: body, source: 'sms', files, at }));
  } catch (error) {
    if (error instanceof NoRoom) return undefined;
    throw error;
  }
}

function greet(app: App, phone: string): void {
  if (mayEnter(app, phone)) welcome(app, phone, { saved: false });
  else turnAway(app, phone);
}

function answerStart(app: App, phone: string): void {
  enqueue(app, { to: phone, kind: 'reply', body: startedText(app) });
}

function join(app: App, phone: string): boolean {
  const account = acceptInvite(app, phone);
  if (account === 'turned away') turnAway(app, phone);
  else if (account === 'expired') enqueue(app, { to: phone, kind: 'reply', body: inviteExpiredText(app) });
  else if (account) {
    const [board, ...others] = account.boards;
    if (board) replyToJoin(app, phone, [board, ...others]);
    else welcome(app, phone, { saved: false });
  }
  return account !== null;
}

const statements = prepared(({ $client }) => ({
  findJoin: $client.prepare<unknown, { phone: string; since: number }>(`
    select 1 from inbound where phone = $phone and received_at > $since and kind = 'join' limit 1`),
}));
