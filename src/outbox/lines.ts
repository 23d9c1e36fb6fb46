import { prepared, transaction } from '../../db/open';
import type { lines } from '../../db/schema';
import type { App } from '../app/app';
import { BLOCKS } from '../app/config/gateways';
import { type Gateway, type InboundFile, SendError } from '../app/gateway';
import type { GatewayKind } from '../contract/gateways';
import { formatPhone } from '../contract/people';

/**
 * A line over which this server has texted. A line is a phone number of an account at an SMS gateway. `name`
 * has the kind of the gateway and the account.
 */
export type LineRow = typeof lines.$inferSelect;

/** A line that is configured, so that the server can send and receive texts over it. */
export type UsableLine = { name: string; phoneNumber: string; gateway: Gateway };

/**
 * Returns the id of the line that texts go over now. If that is another line than before, records the switch
 * (docs/product.md: Switching the line). Each text is stored with its line, because only the gateway that
 * sent the text knows the text by its gateway id.
 */
export function currentLineId(app: App): number {
  const newest = findNewestLine(app);
  if (newest && isCurrent(app, newest)) return newest.id;
  return transaction(app.db, () => {
    const { lineName: name, phoneNumber: phone } = app.config;
    const { label } = app.sms;
    if (newest) app.log.info({ from: newest.label, to: label }, 'texts go over another line from now on');
    return statements(app.db).insert.get({ name, phone, label, now: app.now() })!.id;
  });
}

/** Returns the line that the server last texted over, or null if it has never texted. */
export const findNewestLine = (app: App): LineRow | null => statements(app.db).findNewest.get();

/** Returns the line that was used before a recorded line, or null. */
export const findLineBefore = (app: App, { id }: LineRow): LineRow | null =>
  statements(app.db).findBefore.get({ id });

/**
 * A switch from one line to another. `since` is null if the switch has not happened yet. The next start of
 * the server makes the switch.
 */
export type LineSwitch = { from: LineRow; since: number | null; isNewNumber: boolean };

/**
 * Returns the last switch, or the switch that the present settings will make. Returns null if there is none.
 */
export function findSwitch(app: App): LineSwitch | null {
  const newest = findNewestLine(app);
  if (!newest) return null;
  const isToCome = !isCurrent(app, newest);
  const from = isToCome ? newest : findLineBefore(app, newest);
  if (!from) return null;
  const isNewNumber = from.phone !== '' && from.phone !== app.config.phoneNumber && reachedPeople(from);
  return { from, since: isToCome ? null : newest.startedAt, isNewNumber };
}

/** Returns whether people, and not only simulated phones, were texted over a recorded line. */
const reachedPeople = ({ name }: LineRow): boolean =>
  BLOCKS[name.split(' ', 1)[0] as GatewayKind]?.can.reachPeople ?? true;

/**
 * Records that people were told of the number of the present line, or that an operator does not want to tell
 * them.
 */
export const markAnnounced = (app: App): void =>
  void statements(app.db).markAnnounced.run({ now: app.now() });

/**
 * Counts what only the gateway of a recorded line knows: texts that may or may not have been sent, because
 * the gateway's answer was lost, and photos that were not downloaded from the gateway.
 */
export const countKnownOnlyTo = (app: App, { name }: LineRow) => statements(app.db).countKnown.get({ name })!;

/** Returns whether a recorded line is the line of the present settings. */
export const isCurrent = (app: App, { name, phone }: Pick<LineRow, 'name' | 'phone'>): boolean =>
  name === app.config.lineName && phone === app.config.phoneNumber;

/**
 * Returns the gateway of a recorded line, or null if the line is not configured any more. An `id` of null
 * means that no gateway has the text or file yet. The present line will then be used, so its gateway is
 * returned.
 */
export function gatewayOfLine(app: App, id: number | null): Gateway | null {
  const name = id === null ? null : statements(app.db).find.get({ id })?.name;
  if (name == null || name === app.config.lineName) return app.sms;
  return app.formerLines.find((line) => line.name === name)?.gateway ?? null;
}

/** Returns the present line, and the former lines that this server has used and that are still configured. */
export function listUsableLines(app: App): UsableLine[] {
  const used = new Set(
    statements(app.db)
      .listNames.all()
      .map(({ name }) => name),
  );
  const present = { name: app.config.lineName, phoneNumber: app.config.phoneNumber, gateway: app.sms };
  return [present, ...app.formerLines.filter(({ name }) => used.has(name))];
}

/**
 * Adds the id of a former line to the files that were received over that line. Returns files of the present
 * line unchanged.
 */
export function withLine(app: App, files: InboundFile[], name: string): InboundFile[] {
  if (name === app.config.lineName) return files;
  const lineId = statements(app.db).findByName.get({ name })?.id;
  return files.map((file) => ('url' in file ? { ...file, lineId } : file));
}

/**
 * Returns the words by which operators know a recorded line, such as "Twilio, (202) 555-0100". Returns an
 * empty string for null or an unknown id.
 */
export function describeLine(app: App, id: number | null): string {
  const line = id === null ? null : statements(app.db).find.get({ id });
  return [line?.label, line?.phone && formatPhone(line.phone)].filter(Boolean).join(', ');
}

/**
 * Calls `ask` for each line of `listUsableLines`, the present one first. If `ask` throws a SendError for a
 * former line, logs the error and continues, because the account of that line may have ended. Throws any
 * other error.
 */
export async function askLines(
  app: App,
  about: string,
  ask: (line: UsableLine) => Promise<void>,
): Promise<void> {
  const [present, ...former] = listUsableLines(app);
  await ask(present!);
  for (const line of former)
    await ask(line).catch((error: unknown) => {
      if (!(error instanceof SendError)) throw error;
      app.log.warn(
        { line: line.gateway.label, about, reason: error.message },
        'a former line did not answer',
      );
    });
}

/**
 * Returns the name of a line's row in `sync_cursors`. The row has the time up to which the line's gateway was
 * asked for received texts.
 */
export const cursorOf = (lineName: string) => `texts received over ${lineName}`;

const COLUMNS = 'id, name, label, phone, started_at as startedAt, announced_at as announcedAt';

const statements = prepared(({ $client }) => ({
  findNewest: $client.prepare<LineRow, []>(`select ${COLUMNS} from lines order by id desc limit 1`),
  findBefore: $client.prepare<LineRow, { id: number }>(
    `select ${COLUMNS} from lines where id < $id order by id desc limit 1`,
  ),
  find: $client.prepare<LineRow, { id: number }>(`select ${COLUMNS} from lines where id = $id`),
  findByName: $client.prepare<{ id: number }, { name: string }>(
    'select id from lines where name = $name order by id desc limit 1',
  ),
  listNames: $client.prepare<{ name: string }, []>('select distinct name from lines'),
  insert: $client.prepare<{ id: number }, { name: string; phone: string; label: string; now: number }>(
    'insert into lines (name, phone, label, started_at) values ($name, $phone, $label, $now) returning id',
  ),
  markAnnounced: $client.prepare<unknown, { now: number }>(
    'update lines set announced_at = $now where id = (select max(id) from lines)',
  ),
  countKnown: $client.prepare<{ texts: number; photos: number }, { name: string }>(`
    select (select count(*) from outbox where state = 'sending'
             and line_id in (select id from lines where name = $name)) as texts,
           (select count(*) from media where next_at is not null
             and line_id in (select id from lines where name = $name)) as photos`),
}));
