import { changedUsers } from '../../db/changes';
import type { App } from '../app';
import { freshSession, isFresh } from './sessions';

/** A user as their polls know them: another object whenever anything of theirs has changed. */
export type Caller = { readonly id: number; readonly version: number };

type Memory = {
  callers: Map<number, Caller>;
  /** By the cookies they came with. Good as long as the caller is the one in `callers`. */
  sessions: Map<string, { caller: Caller; expiresAt: number }>;
};

/** Sessions remembered at most, and the longest header of cookies. */
const SESSIONS = 50_000;
const LONGEST = 300;

const memories = new WeakMap<App, Memory>();

/**
 * Whose session this is and what they last saw, or null when there is more to be done. Who has polled before is
 * remembered until the database says that something of theirs has changed: most polls ask it nothing else.
 */
export function glance(app: App, cookie: string | null): Caller | null {
  if (!cookie) return null;
  const { callers, sessions } = upToDate(app);
  const known = sessions.get(cookie);
  if (known && callers.get(known.caller.id) === known.caller)
    return isFresh(app, known.expiresAt) ? known.caller : null;
  const found = freshSession(app, cookie);
  if (!found) return null;
  const { id, version, expiresAt } = found;
  const caller = callers.get(id) ?? { id, version };
  if (cookie.length > LONGEST) return caller;
  callers.set(id, caller);
  sessions.set(cookie, { caller, expiresAt });
  return caller;
}

function upToDate(app: App): Memory {
  const memory = memories.get(app) ?? { callers: new Map(), sessions: new Map() };
  memories.set(app, memory);
  const changed = changedUsers(app.db);
  if (changed === null || memory.sessions.size >= SESSIONS) {
    memory.callers.clear();
    memory.sessions.clear();
  } else for (const id of changed) memory.callers.delete(id);
  return memory;
}
