import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { farFromNow } from '../app/clock';

const UNDO_WITHIN_MS = 10 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;

/** `messageId` is 0 for a change of settings. `data` is what the undo function of this kind needs. */
export type Act = { id: number; kind: string; messageId: number; data: unknown; sentAt: number };

/** Must be called in the transaction of the change. `kind` needs an undo function in `commands/undo.ts`. */
export function recordAct(
  app: App,
  user: User,
  { kind, messageId = 0, data = null, at }: { kind: string; messageId?: number; data?: unknown; at: number },
): void {
  const row = { user: user.id, kind, messageId, data: JSON.stringify(data), at, now: app.now() };
  statements(app.db).insert.run(row);
}

export const listActs = (app: App, user: User, at: number): Act[] =>
  statements(app.db)
    .list.all({ user: user.id, at, since: at - UNDO_WITHIN_MS })
    .map((act) => ({ ...act, data: JSON.parse(act.data) }));

export const lastNote = (app: App, user: User, at: number): Pick<Act, 'messageId' | 'sentAt'> | null =>
  statements(app.db).findNote.get({ user: user.id, at, since: at - KEPT_MS });

export const updateAct = (app: App, id: number, changes: Record<string, unknown>) =>
  statements(app.db).update.run({ id, changes: JSON.stringify(changes) });

export const markUndone = (app: App, { id }: Act) => statements(app.db).markUndone.run({ id });

export const forgetOldActs = (app: App) => statements(app.db).deleteOutside.run(farFromNow(app, KEPT_MS));

type Period = { user: number; at: number; since: number };

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, Record<string, string | number>>(`
    insert into acts (user_id, kind, message_id, data, sent_at, done_at)
    values ($user, $kind, $messageId, $data, $at, $now)`),
  // The ten minutes count from the time when the text was received, because a text may come late.
  list: $client.prepare<Omit<Act, 'data'> & { data: string }, Period>(`
    select id, kind, message_id as messageId, data, sent_at as sentAt from acts
     where user_id = $user and sent_at <= $at and sent_at > $since - ${KEPT_MS} and done_at > $since
       and not undone
     order by sent_at desc, id desc`),
  findNote: $client.prepare<Pick<Act, 'messageId' | 'sentAt'>, Period>(`
    select message_id as messageId, sent_at as sentAt from acts
     where user_id = $user and sent_at <= $at and sent_at > $since and kind = 'note'
     order by sent_at desc, id desc limit 1`),
  update: $client.prepare<unknown, { id: number; changes: string }>(`
    update acts set data = json_patch(data, $changes) where id = $id`),
  markUndone: $client.prepare<unknown, { id: number }>('update acts set undone = 1 where id = $id'),
  deleteOutside: $client.prepare<unknown, { before: number; after: number }>(`
    delete from acts where done_at < $before or done_at > $after`),
}));
