import { prepared } from '../../db/open';
import type { outbox } from '../../db/schema';
import { type App, perApp } from '../app/app';
import { DUE } from './states';

/**
 * The place of a text in the queue, by start-time fair queueing (Goyal et al. 1996): a cause whose texts wait
 * gets its next turn after them, any other cause at once (docs/product/outbox.md: Queue).
 */

export const CODES = 0;
export const ANSWERS = 1;
export const REMINDERS = 2;
export const REST = 3;

type Row = typeof outbox.$inferSelect;

const LANES: Record<Row['kind'], number> = {
  code: CODES,
  welcome: ANSWERS,
  reply: ANSWERS,
  stop: ANSWERS,
  security: ANSWERS,
  reminder: REMINDERS,
  notification: REST,
  membership: REST,
  invite: REST,
  broadcast: REST,
  mail: ANSWERS,
};

/** More waiting segments of one cause than these wait behind those of others, whatever they are. */
const BURST = 10;

export type Place = Pick<Row, 'lane' | 'turn'>;
export type Waiting = Pick<Row, 'state' | 'kind' | 'cause' | 'segments'>;

export function nextPlace(app: App, { state, kind, cause }: Omit<Waiting, 'segments'>): Place {
  const lane = LANES[kind];
  const turnIn = (lane: number) =>
    Math.max(presentTurns(app)[lane]!, statements(app.db).findLast.get({ state, cause, lane })?.end ?? 0);
  const turn = turnIn(lane);
  const isFlood = lane !== CODES && turn - presentTurns(app)[lane]! > BURST;
  return isFlood ? { lane: REST, turn: turnIn(REST) } : { lane, turn };
}

/** Turns of the texts that went out last, by lane. */
const presentTurns = perApp(() => [0, 0, 0, 0]);

export function reachTurn(app: App, { lane, turn }: Place): void {
  const turns = presentTurns(app);
  turns[lane] = Math.max(turns[lane]!, turn);
}

/** After a restart, nobody overtakes the texts that wait. */
export function resumeTurns(app: App): void {
  for (const place of statements(app.db).listFirst.all()) reachTurn(app, place);
}

const statements = prepared(({ $client }) => ({
  // the last condition is that of the index; if it came first, SQLite would sort the rows
  findLast: $client.prepare<{ end: number }, { state: string; cause: string; lane: number }>(`
    select turn + segments as end from outbox
     where cause = $cause and state = $state and lane = $lane and state in ('limited', 'queued')
     order by turn desc limit 1`),
  listFirst: $client.prepare<Place, []>(`
    select lane, min(turn) as turn from outbox indexed by outbox_turn
     where state in (${DUE}) group by lane`),
}));
