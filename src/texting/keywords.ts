import type { inbound } from '../../db/schema';
import type { App } from '../app/app';
import type { InboundText } from '../app/gateway';
import { acceptInvite } from '../boards/invites/invites';
import { recordAgreement } from '../outbox/consent';
import { enqueue, enqueueStopAnswer, hasStopped, pushStopped, setStopped } from '../outbox/outbox';
import { inviteExpiredText, startedText, stoppedByTextText, stoppedText } from '../outbox/texts';
import { mayEnter, turnAway } from '../people/sign-up';
import { findUserByPhone } from '../people/users';
import { obey } from './commands/dispatch';
import { replyToJoin, welcome } from './replies';

const WORDS = {
  stop: ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'arret'],
  start: ['start', 'unstop'],
  yes: ['yes'],
  join: ['join'],
  help: ['help', 'info', 'aide'],
  undo: ['undo'],
  all: ['all'],
};

export type Keyword = keyof typeof WORDS;

export function keywordOf(body: string): Keyword | null {
  const word = toWord(body);
  const [keyword] = Object.entries(WORDS).find(([, words]) => words.includes(word)) ?? [];
  return (keyword as Keyword | undefined) ?? null;
}

/** Returns an empty string for a text that is too long to be a keyword or has a hashtag. */
export const toWord = (body: string): string =>
  body.length > 60 || body.includes('#')
    ? ''
    : body
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '');

/** The gateway may have answered STOP and START itself, and HELP if `optOut` is `help`. */
export function obeyKeyword(
  app: App,
  phone: string,
  keyword: Exclude<Keyword, 'all'>,
  { body, media: files, at = app.now(), optOut }: InboundText,
): typeof inbound.$inferSelect.kind {
  const hadStopped = hasStopped(app, phone);
  switch (keyword) {
    case 'stop':
      setStopped(app, phone, true, toWord(body).toUpperCase());
      // only the first STOP is answered, because otherwise two servers could answer each other for ever
      if (!hadStopped && !app.sms.can.answerStop) enqueueStopAnswer(app, phone, stoppedText(app));
      if (!hadStopped) pushStopped(app, phone, stoppedByTextText(app));
      return 'stop';
    case 'start':
      setStopped(app, phone, false, toWord(body).toUpperCase());
      if (hadStopped) answerStart(app, phone);
      return 'start';
    case 'yes':
      setStopped(app, phone, false);
      if (join(app, phone)) return 'join';
      recordAgreement(app, phone, { act: 'start', words: 'YES' });
      if (hadStopped) answerStart(app, phone);
      return 'start';
    case 'join':
      join(app, phone);
      return 'join';
    case 'help':
    case 'undo': {
      const sender = findUserByPhone(app, phone);
      if (optOut === 'help') return keyword;
      if (sender) obey(app, sender, { kind: keyword }, { body, files, at });
      else if (keyword === 'help' && mayEnter(app, phone)) welcome(app, phone, { saved: false });
      else if (keyword === 'help') turnAway(app, phone);
      return keyword;
    }
  }
}

function answerStart(app: App, phone: string): void {
  if (!app.sms.can.answerStop) enqueue(app, { to: phone, kind: 'reply', body: startedText(app) });
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
