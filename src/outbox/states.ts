import type { outbox } from '../../db/schema';

type State = (typeof outbox.$inferSelect)['state'];

/** No gateway was given the text yet. */
export const UNSENT_STATES: State[] = ['held', 'limited', 'pushing', 'mailing', 'queued'];
export const WAITING_STATES: State[] = [...UNSENT_STATES, 'sending'];
/** The worker sends the text, or asks the gateway for it, when it is due. */
export const DUE_STATES: State[] = ['queued', 'sending'];

const inSql = (states: State[]) => states.map((state) => `'${state}'`).join(', ');

export const UNSENT = inSql(UNSENT_STATES);
export const WAITING = inSql(WAITING_STATES);
export const DUE = inSql(DUE_STATES);

/** The index `outbox_waiting` has these very words, without which SQLite would not use it. */
export const IS_WAITING = `state in (${WAITING})`;
export const IS_DUE = `${IS_WAITING} and state in (${DUE})`;
