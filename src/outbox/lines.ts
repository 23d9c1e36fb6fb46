import { prepared, transaction } from '../../db/open';
import type { lines } from '../../db/schema';
import type { App } from '../app/app';
import { BLOCKS } from '../app/config/gateways';
import { type Gateway, type InboundFile, SendError } from '../app/gateway';
import { toPresentForm } from '../app/phone';
import type { GatewayKind } from '../contract/gateways';
import { formatPhone } from '../contract/people';
import { IS_WAITING } from './states';

export type LineRow = typeof lines.$inferSelect;

export type UsableLine = { name: string; phoneNumber: string; gateway: Gateway };

/**
 * Only the gateway that sent a text knows it by its gateway id (docs/product/lines.md: Switching the line).
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

export const findNewestLine = (app: App): LineRow | null => statements(app.db).findNewest.get();

/** `since` is null if only the next start of the server makes the switch. */
export type LineSwitch = { from: LineRow; since: number | null; isNewNumber: boolean };

export function findSwitch(app: App): LineSwitch | null {
  const newest = findNewestLine(app);
  if (!newest) return null;
  const isToCome = !isCurrent(app, newest);
  const from = isToCome ? newest : statements(app.db).findBefore.get({ id: newest.id });
  if (!from) return null;
  const isNewNumber = from.phone !== '' && from.phone !== app.config.phoneNumber && reachedPeople(from);
  return { from, since: isToCome ? null : newest.startedAt, isNewNumber };
}

const reachedPeople = ({ name }: LineRow): boolean =>
  BLOCKS[name.split(' ', 1)[0] as GatewayKind]?.can.reachPeople ?? true;

export const markAnnounced = (app: App): void =>
  void statements(app.db).markAnnounced.run({ now: app.now() });

/** Texts whose answer was lost, and photos not yet downloaded. */
export const countKnownOnlyTo = (app: App, { name }: LineRow) => statements(app.db).countKnown.get({ name })!;

export const isCurrent = (app: App, { name, phone }: Pick<LineRow, 'name' | 'phone'>): boolean =>
  name === app.config.lineName && phone === app.config.phoneNumber;

/** No gateway has the text or file yet if `id` is null: the present line will then be used. */
export function gatewayOfLine(app: App, id: number | null): Gateway | null {
  const name = id === null ? null : statements(app.db).find.get({ id })?.name;
  if (name == null || name === app.config.lineName) return app.sms;
  return app.formerLines.find((line) => line.name === name)?.gateway ?? null;
}

export function listUsableLines(app: App): UsableLine[] {
  const rows = statements(app.db).listNames.all();
  const used = new Set(rows.map(({ name }) => name));
  const present = { name: app.config.lineName, phoneNumber: app.config.phoneNumber, gateway: app.sms };
  return [present, ...app.formerLines.filter(({ name }) => used.has(name))];
}

/** Also the numbers of former lines that still work. */
export const isOwnNumber = (app: App, phone: string): boolean =>
  listUsableLines(app)
    .flatMap(({ phoneNumber, gateway }) => [phoneNumber, ...gateway.ownNumbers])
    .some((own) => toPresentForm(own) === phone);

export function withLine(app: App, files: InboundFile[], name: string): InboundFile[] {
  if (name === app.config.lineName) return files;
  const lineId = statements(app.db).findByName.get({ name })?.id;
  return files.map((file) => ('url' in file ? { ...file, lineId } : file));
}

export function describeLine(app: App, id: number | null): string {
  const line = id === null ? null : statements(app.db).find.get({ id });
  return [line?.label, line?.phone && formatPhone(line.phone)].filter(Boolean).join(', ');
}

/** A SendError of a former line is only logged, because the account of that line may have ended. */
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

export const cursorOf = (lineName: string) => `texts received over ${lineName}`;

const COLUMNS = 'id, name, label, phone, started_at as startedAt, announced_at as announcedAt';

const statements = prepared(({ $client }) => ({
  findNewest: $client.prepare<LineRow, []>(`select ${COLUMNS} from lines order by id desc limit 1`),
  findBefore: $client.prepare<LineRow, { id: number }>(`
    select ${COLUMNS} from lines where id < $id order by id desc limit 1`),
  find: $client.prepare<LineRow, { id: number }>(`select ${COLUMNS} from lines where id = $id`),
  findByName: $client.prepare<{ id: number }, { name: string }>(`
    select id from lines where name = $name order by id desc limit 1`),
  listNames: $client.prepare<{ name: string }, []>('select distinct name from lines'),
  insert: $client.prepare<{ id: number }, { name: string; phone: string; label: string; now: number }>(`
    insert into lines (name, phone, label, started_at) values ($name, $phone, $label, $now) returning id`),
  complete: $client.prepare<unknown, { id: number; name: string; phone: string }>(`
    update lines set name = $name, phone = $phone where id = $id`),
  markAnnounced: $client.prepare<unknown, { now: number }>(`
    update lines set announced_at = $now where id = (select max(id) from lines)`),
  countKnown: $client.prepare<{ texts: number; photos: number }, { name: string }>(`
    select (select count(*) from outbox where ${IS_WAITING} and state = 'sending'
             and line_id in (select id from lines where name = $name)) as texts,
           (select count(*) from media where next_at is not null
             and line_id in (select id from lines where name = $name)) as photos`),
  renameCursor: $client.prepare<unknown, { before: string; after: string }>(`
    update or ignore sync_cursors set name = $after where name = $before`),
}));
