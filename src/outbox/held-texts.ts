import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterCommit, prepared, transaction } from '../../db/open';
import type { restores } from '../../db/schema';
import type { App } from '../app/app';
import { RESTORED_AT, TAKEN_OVER } from '../app/data-folder/data-folder';
import { type Done, succeeded } from '../contract/text';
import type { HeldTexts } from '../contract/texting';
import { IS_WAITING } from './states';

/**
 * After a restore the database does not know what was sent since the backup. So texts whose cause is older
 * than the restore, except codes, are held until an operator decides (docs/product/outbox.md: Restored
 * texts).
 */

type Restore = typeof restores.$inferSelect;

const DROPPED = 'It may have been sent before the restore.';
const PERHAPS_SENT = 'Another machine may have sent it.';
/** By then no text of the machine before is on its way to the gateway. */
const UNDER_WAY_MS = 60_000;

/** A text that becomes `sending` is sent only if the gateway does not have it. */
const STATES = { hold: 'held', send: 'sending', drop: 'dropped' } as const;

/** Must be called before the worker and the chores start. Somebody may wait for a code. */
export function holdRestoredTexts(app: App): void {
  const mark = join(resolve(app.config.dataDir), RESTORED_AT);
  if (!existsSync(mark)) return;
  const restoredAt = Date.parse(readFileSync(mark, 'utf8'));
  if (Number.isNaN(restoredAt)) return;
  const { insertRestore, deleteOtherRestores, holdWaiting } = statements(app.db);
  transaction(app.db, () => {
    if (insertRestore.run({ restoredAt }).changes === 0) return; // another process has held the texts
    deleteOtherRestores.run({ restoredAt });
    holdWaiting.run();
  });
  afterCommit(app.db, () => rmSync(mark, { force: true }));
}

/**
 * After another machine the database lacks what that one did in its last second. The gateway is asked for each text;
 * a line that cannot tell, and mails, wait for an operator (docs/product/outbox.md: Texts after a takeover).
 */
export function takeOver(app: App): void {
  const mark = join(resolve(app.config.dataDir), TAKEN_OVER);
  if (!existsSync(mark)) return;
  const { findRestore, deleteRestores, insertTakeover, holdWaiting, askForWaiting } = statements(app.db);
  transaction(app.db, () => {
    const isHeld = findRestore.get()?.decision === 'hold';
    const asks = app.sms.can.findSent && !isHeld;
    deleteRestores.run();
    insertTakeover.run({ now: app.now(), decision: asks ? 'send' : 'hold' });
    if (asks) askForWaiting.run({ now: app.now() });
    else holdWaiting.run();
  });
  afterCommit(app.db, () => rmSync(mark, { force: true }));
}

/** Must be called in a transaction. What `act` adds may have been sent before a restore. */
export function causedAt<T>(app: App, at: number, act: () => T): T {
  const restore = findRestore(app);
  if (!restore || at >= restore.restoredAt) return act();
  const { findLast, decideNew, backdateNotifications, deleteNotifications } = statements(app.db);
  const last = findLast.get()?.id ?? 0;
  const since = app.now();
  const result = act();
  const isRecent = restore.byTakeover && since < restore.restoredAt + UNDER_WAY_MS;
  decideNew.run({
    last,
    at,
    state: STATES[restore.decision],
    mail: restore.byTakeover ? 'held' : 'mailing',
    error: restore.decision === 'drop' ? DROPPED : isRecent ? PERHAPS_SENT : null,
  });
  backdateNotifications.run({ since, at });
  if (restore.decision === 'drop') deleteNotifications.run({ restoredAt: restore.restoredAt });
  return result;
}

export function heldBefore(app: App): number {
  const restore = findRestore(app);
  return restore?.decision === 'hold' ? restore.restoredAt : 0;
}

export function countHeldTexts(app: App): HeldTexts | null {
  const restore = findRestore(app);
  if (!restore || !mayHold(restore)) return null;
  const { texts } = statements(app.db).countHeld.get({ restoredAt: heldBefore(app) })!;
  return texts === 0 ? null : { restoredAt: new Date(restore.restoredAt).toISOString(), texts };
}

export function decideHeldTexts(app: App, decision: 'send' | 'drop'): Done {
  transaction(app.db, () => {
    const restore = findRestore(app);
    if (!restore || !mayHold(restore)) return;
    const restoredAt = heldBefore(app);
    const { setDecision, sendHeld, dropHeld, deleteNotifications, stopBroadcast } = statements(app.db);
    if (restoredAt) setDecision.run({ decision });
    if (decision === 'send') sendHeld.run({ now: app.now() });
    else {
      dropHeld.run();
      deleteNotifications.run({ restoredAt });
      stopBroadcast.run({ restoredAt, now: app.now() });
    }
  });
  app.log.info({ decision }, 'operator decided about held texts');
  app.wakeOutbox();
  app.wakeMails();
  return succeeded(
    decision === 'send'
      ? 'The held texts are being sent, except those that the gateway already has.'
      : 'The held texts are dropped.',
  );
}

const mayHold = ({ decision, byTakeover }: Restore) => decision === 'hold' || byTakeover;

/** A time ahead of the clock shows that the clock was set back (docs/product/operators.md: Clock). */
function findRestore(app: App): Restore | null {
  const { findRestore, setRestoredAt } = statements(app.db);
  const row = findRestore.get();
  const restore = row && { ...row, byTakeover: row.byTakeover === 1 };
  const now = app.now();
  // after a takeover, that time is by the clock of the other machine
  if (!restore || restore.restoredAt <= now || (restore.byTakeover && restore.decision === 'send'))
    return restore;
  setRestoredAt.run({ now });
  return { ...restore, restoredAt: now };
}

const statements = prepared(({ $client }) => ({
  findRestore: $client.prepare<Omit<Restore, 'byTakeover'> & { byTakeover: 0 | 1 }, []>(`
    select restored_at as restoredAt, decision, by_takeover as byTakeover from restores`),
  deleteRestores: $client.prepare<unknown, []>('delete from restores'),
  // the clock of the machine before may have been ahead of ours
  insertTakeover: $client.prepare<unknown, { now: number; decision: string }>(`
    insert into restores (restored_at, decision, by_takeover)
    select max($now, coalesce((select created_at from outbox order by id desc limit 1), 0),
               coalesce((select created_at from messages order by id desc limit 1), 0),
               coalesce((select max(created_at) from pending_notifications), 0)), $decision, 1`),
  askForWaiting: $client.prepare<unknown, { now: number }>(`
    update outbox set state = case when push is not null then 'pushing'
                                   when mail is not null then iif(sid is null, 'held', state)
                                   when state = 'limited' then state else 'sending' end,
           error = iif(coalesce(push, mail) is null, '${PERHAPS_SENT}', error), error_code = null, next_at = $now,
           look_up_since = coalesce(look_up_since, created_at),
           line_id = coalesce(line_id, (select max(id) from lines))
     where ${IS_WAITING} and state <> 'held'`),
  insertRestore: $client.prepare<unknown, { restoredAt: number }>(`
    insert or ignore into restores (restored_at) values ($restoredAt)`),
  deleteOtherRestores: $client.prepare<unknown, { restoredAt: number }>(`
    delete from restores where restored_at <> $restoredAt`),
  setRestoredAt: $client.prepare<unknown, { now: number }>('update restores set restored_at = $now'),
  setDecision: $client.prepare<unknown, { decision: string }>('update restores set decision = $decision'),
  holdWaiting: $client.prepare<unknown, []>(`
    update outbox set state = case kind when 'code' then 'sending' else 'held' end,
           line_id = coalesce(line_id, (select max(id) from lines))
     where ${IS_WAITING}`),
  findLast: $client.prepare<{ id: number | null }, []>('select max(id) as id from outbox'),
  decideNew: $client.prepare<unknown, Record<string, string | number | null>>(`
    update outbox set state = iif($state = 'sending' and coalesce(push, mail) is not null, iif(push is null, $mail, 'pushing'), $state), look_up_since = $at,
           error = $error
     where id > $last and kind <> 'code'`),
  backdateNotifications: $client.prepare<unknown, { since: number; at: number }>(`
    update pending_notifications set created_at = $at where created_at >= $since`),
  deleteNotifications: $client.prepare<unknown, { restoredAt: number }>(`
    delete from pending_notifications where created_at < $restoredAt`),
  countHeld: $client.prepare<{ texts: number }, { restoredAt: number }>(`
    select (select count(*) from outbox where ${IS_WAITING} and state = 'held')
         + (select count(*) from (select distinct user_id, board_id from pending_notifications
             where created_at < $restoredAt))
         + (select count(*) from broadcasts b cross join users u
             where b.state = 'sending' and b.created_at < $restoredAt
               and u.id > b.cursor_user_id and u.id <= b.last_user_id) as texts`),
  // the age of these texts counts from now on, so that they do not expire at once
  sendHeld: $client.prepare<unknown, { now: number }>(`
    update outbox set state = iif(push is not null, 'pushing', iif(mail is null, 'sending', 'mailing')), next_at = $now, created_at = $now,
           look_up_since = coalesce(look_up_since, created_at)
     where ${IS_WAITING} and state = 'held'`),
  dropHeld: $client.prepare<unknown, []>(`
    update outbox set state = 'dropped', error = 'An operator dropped it after a restore.'
     where ${IS_WAITING} and state = 'held'`),
  stopBroadcast: $client.prepare<unknown, { restoredAt: number; now: number }>(`
    update broadcasts set state = 'stopped', ended_at = $now
     where state = 'sending' and created_at < $restoredAt`),
}));
