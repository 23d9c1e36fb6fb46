import ipaddr from 'ipaddr.js';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import { type App, perApp } from '../../app/app';
import { notFound } from '../../app/errors';
import type { Device } from '../../contract/auth';
import { type Done, succeeded } from '../../contract/text';
import { recordEnd } from './ended-sessions';
import { findSession } from './sessions';

export type Caller = { address: string | null; userAgent: string | null };
export type Use = { at: number; caller?: Caller };
export type Uses<Id> = Map<Id, Use>;

/** Adds the uses that a reader has told of. */
export function addUses<Id>(uses: Uses<Id>, told: [id: Id, use: Use][]): void {
  for (const [id, use] of told) {
    const known = uses.get(id) ?? use;
    const [older, newer] = known.at < use.at ? [known, use] : [use, known];
    uses.set(id, { at: newer.at, caller: newer.caller ?? older.caller });
  }
}

/** The first match counts, because most browsers also name other browsers in that header. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** The first match counts: Android, for example, also names Linux. */
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export function parseUserAgent(userAgent: string | null) {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([mark]) => userAgent && mark.test(userAgent))?.[1] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/**
 * Returns the part of an address that people may see: the first half of an IPv4 address, or the first two
 * groups of an IPv6 address.
 */
export function maskAddress(address: string | null): string {
  if (address === null) return 'this machine';
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return `${address.split('.', 2).join('.')}.•.•`;
  return `${address.split(':', 2).join(':')}:…`;
}

/** Last use of each session since the last call of `storeSeenSessions`, keyed by session id. */
export const seenSessions = perApp((): Uses<string> => new Map());

/** A write to the database for each request would cost too much. */
export function markSeen(app: App, sessionId: string, caller?: Caller): void {
  const before = seenSessions(app).get(sessionId);
  seenSessions(app).set(sessionId, { at: app.now(), caller: caller ?? before?.caller });
}

export function storeSeenSessions(app: App): void {
  const seen = [...seenSessions(app)];
  if (seen.length === 0) return;
  transaction(app.db, () => {
    for (const [id, { at, caller }] of seen)
      statements(app.db).storeSeen.run({ id, at, ...describe(caller) });
  });
  seenSessions(app).clear();
}

export const describe = (caller?: Caller) => ({
  ...parseUserAgent(caller?.userAgent ?? null),
  network: caller ? maskAddress(caller.address) : null,
});

export const describeSession = (app: App, cookie: string, { address, userAgent }: Caller) =>
  statements(app.db).describe.run({
    id: findSession(app, cookie)?.id ?? '',
    ...describe({ address, userAgent }),
  });

export function listDevices(app: App, user: User, cookie: string | null): Device[] {
  const current = findSession(app, cookie)?.id;
  return statements(app.db)
    .findAll.all({ user: user.id, now: app.now() })
    .map((row) => toDevice(app, row, current))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

export function endDevice(app: App, user: User, number: number): Done {
  recordEnd(app, 'elsewhere', { user: user.id, number });
  const { changes } = statements(app.db).endOne.run({ user: user.id, number });
  if (changes === 0) throw notFound('Session');
  return succeeded('That device is signed out.');
}

type Row = {
  id: string;
  number: number;
  browser: string | null;
  system: string | null;
  network: string | null;
  createdAt: number;
  seenAt: number | null;
};

type Description = Pick<Row, 'id' | 'browser' | 'system' | 'network'>;

function toDevice(app: App, row: Row, current: string | undefined): Device {
  const seen = seenSessions(app).get(row.id);
  const caller = describe(seen?.caller);
  return {
    id: row.number,
    current: row.id === current,
    browser: row.browser ?? caller.browser,
    system: row.system ?? caller.system,
    network: caller.network ?? row.network,
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: new Date(seen?.at ?? row.seenAt ?? row.createdAt).toISOString(),
  };
}

const statements = prepared(({ $client }) => ({
  findAll: $client.prepare<Row, { user: number; now: number }>(`
    select id, number, browser, system, network, created_at as createdAt, seen_at as seenAt
      from sessions where user_id = $user and expires_at > +$now`),
  describe: $client.prepare<unknown, Description>(
    'update sessions set browser = $browser, system = $system, network = $network where id = $id',
  ),
  // sets `browser` and `system` too, for a session that was started before these columns existed
  storeSeen: $client.prepare<unknown, Description & { at: number }>(`
    update sessions set seen_at = $at, network = coalesce($network, network),
           browser = coalesce(browser, $browser), system = coalesce(system, $system)
     where id = $id`),
  endOne: $client.prepare<unknown, { user: number; number: number }>(
    'delete from sessions where number = $number and user_id = $user',
  ),
}));
