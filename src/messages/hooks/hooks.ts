import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import { isOperator } from '../../app/trpc';
import { requireBoard } from '../../boards/boards';
import type { HookEvent } from '../../contract/hook-events';
import type { ChangeHookInput, Delivery, Hook, HookInput, HookWithSecret } from '../../contract/hooks';
import { HOOKS_MAX } from '../../contract/limits';
import { type Done, succeeded } from '../../contract/text';
import { emitTest, noteHook } from '../../outbox/hooks';
import { type Actor, tellOwner } from '../../people/auth/told';
import { endHook } from './sending';
import { formerSecretUntil, type Signing, secretOf } from './signing';

export const listHooks = (app: App, user: User): Hook[] =>
  statements(app.db)
    .list.all({ user: user.id, id: null })
    .map((row) => toHook(app, row));

export function createHook(app: App, user: User, input: HookInput, actor: Actor): HookWithSecret {
  const { url, events, boards, everything } = input;
  refuseUrl(app, url);
  if (everything && !isOperator(app, user))
    throw new VisibleError('operators_only', 'Only operators can make a webhook of everything.');
  if (everything && boards)
    throw new VisibleError('webhook_of_everything', 'A webhook of everything cannot be limited to boards.');
  return transaction(app.db, () => {
    const { insert, count } = statements(app.db);
    if (count.get({ user: user.id })!.count >= HOOKS_MAX)
      throw new VisibleError('too_many_webhooks', `You have ${HOOKS_MAX} webhooks. Please remove one first.`);
    chargeRateLimits(app, { 'webhook by a person a day': user.id });
    const row = { user: user.id, url, events: events.join(' '), everything, now: app.now() };
    const { id } = insert.get({ ...row, byBoard: boards !== null })!;
    setBoards(app, user, id, boards);
    noteHook(app);
    tellOwner(app, user, actor, { act: 'webhook made', name: new URL(url).host });
    return withSecret(app, user, id);
  });
}

export function changeHook(app: App, user: User, input: ChangeHookInput, actor: Actor): Hook {
  const { id, active, boards, ...changes } = input;
  if (changes.url !== undefined) refuseUrl(app, changes.url);
  return transaction(app.db, () => {
    const row = requireRow(app, user, id);
    if (row.ofAll && boards)
      throw new VisibleError('webhook_of_everything', 'A webhook of everything cannot be limited to boards.');
    const { url, events } = { url: row.url, ...changes, events: changes.events?.join(' ') ?? row.events };
    const byBoard = boards === undefined ? row.byBoard === 1 : boards !== null;
    statements(app.db).update.run({ id, url, events, byBoard });
    if (boards !== undefined) setBoards(app, user, id, boards);
    if (active === false && row.offAt === null) endHook(app, id, null);
    if (active && row.offAt !== null) statements(app.db).switchOn.run({ id });
    noteHook(app);
    if (url !== row.url) tellOwner(app, user, actor, { act: 'webhook made', name: new URL(url).host });
    return toHook(app, requireRow(app, user, id));
  });
}

/** Calls are signed with the secret before as well for a day, so that none is lost meanwhile. */
export function rotateSecret(app: App, user: User, id: number, actor: Actor): HookWithSecret {
  return transaction(app.db, () => {
    const { url } = requireRow(app, user, id);
    chargeRateLimits(app, { 'webhook by a person a day': user.id });
    statements(app.db).rotate.run({ id, now: app.now() });
    tellOwner(app, user, actor, { act: 'webhook made', name: new URL(url).host });
    return withSecret(app, user, id);
  });
}

export function removeHook(app: App, user: User, id: number): Done {
  transaction(app.db, () => statements(app.db).remove.run({ id: requireRow(app, user, id).id }));
  return succeeded('The webhook is removed.');
}

export const listDeliveries = (app: App, user: User, id: number): Delivery[] =>
  statements(app.db)
    .listDeliveries.all({ hook: requireRow(app, user, id).id })
    .map(toDelivery);

/** Of a new person. Switched off, because the secret is another one here. */
export function importHooks(
  app: App,
  user: User,
  hooks: Pick<HookInput, 'url' | 'events' | 'boards'>[],
): void {
  const { insert, addBoard, switchOff } = statements(app.db);
  for (const { url, events, boards } of hooks) {
    const row = { user: user.id, url, events: events.join(' '), everything: false, now: app.now() };
    const { id } = insert.get({ ...row, byBoard: boards !== null })!;
    for (const tag of new Set(boards)) addBoard.run({ hook: id, tag });
    switchOff.run({ id, now: app.now(), because: 'it came with an import' });
  }
}

/** Under the same `webhook-id`, so that a receiver that has it already may leave it. */
export function sendAgain(app: App, user: User, input: { id: number; deliveryId: number }): Done {
  return queue(app, user, input.id, () => {
    const { changes } = statements(app.db).again.run({
      hook: input.id,
      id: input.deliveryId,
      now: app.now(),
    });
    if (changes === 0) throw notFound('Delivery');
  });
}

export const sendTest = (app: App, user: User, id: number): Done =>
  queue(app, user, id, () => emitTest(app, id));

function queue(app: App, user: User, id: number, act: () => void): Done {
  transaction(app.db, () => {
    if (requireRow(app, user, id).offAt !== null)
      throw new VisibleError('webhook_off', 'This webhook is switched off. Please switch it on first.');
    chargeRateLimits(app, { 'webhook sent again by a person an hour': user.id });
    act();
    statements(app.db).unpause.run({ id });
  });
  app.wakeHooks();
  return succeeded('It is on its way.');
}

function refuseUrl(app: App, url: string): void {
  if (app.web.mayCall(url)) return;
  throw new VisibleError(
    'webhook_address_refused',
    'The address must be a public one with https. The operator can allow others by WEBHOOK_ALLOW.',
  );
}

function setBoards(app: App, user: User, hook: number, boards: string[] | null): void {
  const { clearBoards, addBoard } = statements(app.db);
  clearBoards.run({ hook });
  for (const tag of new Set(boards)) addBoard.run({ hook, tag: requireBoard(app, user, tag).tag });
}

function withSecret(app: App, user: User, id: number): HookWithSecret {
  const row = requireRow(app, user, id);
  return { hook: toHook(app, row), secret: secretOf(app, row) };
}

function requireRow(app: App, user: User, id: number): Row {
  const row = statements(app.db).list.get({ user: user.id, id });
  if (!row) throw notFound('Webhook');
  return row;
}

type Row = Signing & {
  url: string;
  events: string;
  byBoard: number;
  boards: string;
  ofAll: number;
  failingSince: number | null;
  offAt: number | null;
  offBecause: string | null;
  waiting: number;
};

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const toHook = (app: App, row: Row): Hook => ({
  id: row.id,
  url: row.url,
  events: row.events.split(' ') as HookEvent[],
  boards: row.byBoard ? JSON.parse(row.boards) : null,
  everything: row.ofAll === 1,
  active: row.offAt === null,
  offBecause: row.offBecause,
  failingSince: timeOf(row.failingSince),
  waiting: row.waiting,
  formerSecretUntil: timeOf(formerSecretUntil(app, row)),
  createdAt: new Date(row.createdAt).toISOString(),
});

type DeliveryRow = Pick<Delivery, 'id' | 'webhookId' | 'type' | 'state' | 'attempts' | 'status' | 'error'> & {
  at: number;
  endedAt: number | null;
  nextAt: number;
};

const toDelivery = ({ at, endedAt, nextAt, ...row }: DeliveryRow): Delivery => ({
  ...row,
  at: new Date(at).toISOString(),
  endedAt: timeOf(endedAt),
  nextAt: row.state === 'waiting' ? timeOf(nextAt) : null,
});

const statements = prepared(({ $client }) => ({
  list: $client.prepare<Row, { user: number; id: number | null }>(`
    select id, user_id as userId, url, events, by_board as byBoard, of_all as ofAll, generation,
           rotated_at as rotatedAt, failing_since as failingSince, off_at as offAt, off_because as offBecause,
           created_at as createdAt,
           (select json_group_array(tag) from hook_boards b where b.hook_id = h.id) as boards,
           (select count(*) from hook_deliveries d where d.hook_id = h.id and d.state = 'waiting') as waiting
      from hooks h where user_id = +$user and (+$id is null or id = +$id) order by id desc`),
  count: $client.prepare<{ count: number }, { user: number }>(
    'select count(*) as count from hooks where user_id = $user',
  ),
  insert: $client.prepare<{ id: number }, Record<string, string | number | boolean>>(`
    insert into hooks (user_id, url, events, by_board, of_all, created_at)
    values ($user, $url, $events, $byBoard, $everything, $now) returning id`),
  update: $client.prepare<unknown, { id: number; url: string; events: string; byBoard: boolean }>(`
    update hooks set url = $url, events = $events, by_board = $byBoard where id = $id`),
  switchOn: $client.prepare<unknown, { id: number }>(`
    update hooks set off_at = null, off_because = null, failing_since = null, next_at = 0 where id = $id`),
  switchOff: $client.prepare<unknown, { id: number; now: number; because: string | null }>(`
    update hooks set off_at = $now, off_because = $because where id = $id`),
  unpause: $client.prepare<unknown, { id: number }>('update hooks set next_at = 0 where id = $id'),
  rotate: $client.prepare<unknown, { id: number; now: number }>(`
    update hooks set generation = generation + 1, rotated_at = $now where id = $id`),
  remove: $client.prepare<unknown, { id: number }>('delete from hooks where id = $id'),
  clearBoards: $client.prepare<unknown, { hook: number }>('delete from hook_boards where hook_id = $hook'),
  addBoard: $client.prepare<unknown, { hook: number; tag: string }>(
    'insert into hook_boards (hook_id, tag) values ($hook, $tag)',
  ),
  listDeliveries: $client.prepare<DeliveryRow, { hook: number }>(`
    select id, key as webhookId, type, state, attempts, status, error, created_at as at, ended_at as endedAt,
           next_at as nextAt
      from hook_deliveries where hook_id = $hook order by id desc limit 100`),
  again: $client.prepare<unknown, { hook: number; id: number; now: number }>(`
    update hook_deliveries
       set state = 'waiting', attempts = 0, next_at = $now, status = null, error = null, ended_at = null
     where id = $id and hook_id = $hook`),
}));
