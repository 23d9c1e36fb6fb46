import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { type Fetched, startImap } from '../../outside/mail/imap';
import type { Envelope } from '../../outside/mail/smtp';
import { deliverMail } from './delivery';
import { findRecipient } from './recipients';
import { mailState } from './state';

const ADDRESS = /[^\s<>,;:"()]{1,200}@[\w.-]{1,200}/g;
/** Of a mailing list with thousands of recipients. */
const ADDRESSES_MAX = 100;

export function startMailbox(app: App, url: URL): () => Promise<void> {
  const state = mailState(app);
  const { read, write } = statements(app.db);
  const cursorOf = (validity: string) => `mailbox ${url.username}@${url.hostname}${url.pathname} ${validity}`;
  const { stop } = startImap({
    url,
    readCursor: (validity) => read.get({ name: cursorOf(validity) })?.at ?? null,
    writeCursor: (validity, at) => write.run({ name: cursorOf(validity), at }),
    recipientsIn: (fields) =>
      [...new Set(fields.match(ADDRESS) ?? [])]
        .slice(0, ADDRESSES_MAX)
        .filter((address) => findRecipient(app, address) !== null),
    deliver: (bytes, mail) => deliver(app, bytes, { ...mail, ip: '', helo: '' }),
    onState(error) {
      state.imapError = error;
      if (error) app.log.warn({ reason: error }, 'the mailbox cannot be read; it is tried again');
      else state.imapSeenAt = app.now();
    },
  });
  return stop;
}

async function deliver(app: App, bytes: Uint8Array<ArrayBuffer>, envelope: Envelope): Promise<Fetched> {
  try {
    const answer = await deliverMail(app, bytes, envelope);
    return answer === null ? 'taken' : answer === 'later' ? 'later' : 'refused';
  } catch (error) {
    app.faults.report(error, 'a mail of the mailbox was not taken in; it is tried again');
    return 'later';
  }
}

const statements = prepared(({ $client }) => ({
  read: $client.prepare<{ at: number }, { name: string }>('select at from sync_cursors where name = $name'),
  write: $client.prepare<unknown, { name: string; at: number }>(`
    insert into sync_cursors (name, at) values ($name, $at) on conflict (name) do update set at = $at`),
}));
