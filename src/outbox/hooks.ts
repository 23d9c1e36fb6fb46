import { afterCommit, prepared } from '../../db/open';
import { type App, perApp } from '../app/app';
import type { HookEvent } from '../contract/hook-events';

/** All of this is called in the transaction of the cause (docs/product/webhooks.md: Events). */

/** A hook that is for a message, with the owner's tags of the boards by which it is. */
type Watching = { hook: number; message: number | null; tags: string | null };

/** Only this process makes hooks or switches them on, so a server without any need not ask at each message. */
const known = perApp((app: App) => ({ any: statements(app.db).findAny.get() !== null }));

export function noteHook(app: App): void {
  known(app).any = true;
}

/** Asked before a change, too: afterwards nothing tells for whom the message goes by it. */
export const hooksWatching = (app: App, messages: number[], reader: number | null = null): Watching[] =>
  known(app).any ? statements(app.db).watching.all({ messages: JSON.stringify(messages), reader }) : [];

export const emitOfMessages = (app: App, type: HookEvent, messages: number[]): void =>
  write(app, type, hooksWatching(app, messages));

/** The words of the item stay out of the row, because it outlives the message. */
export const emitTicked = (app: App, message: number, item: string): void =>
  write(app, 'message.ticked', hooksWatching(app, [message]), { item: nameOfItem(item) });

export const nameOfItem = (item: string): string => Bun.hash(item).toString(36);

/** For whom it has come or gone by the change, it is created or deleted. */
export function emitChanged(app: App, message: number, before: Watching[]): void {
  const after = hooksWatching(app, [message]);
  const isIn = (list: Watching[]) => {
    const hooks = new Set(list.map(({ hook }) => hook));
    return ({ hook }: Watching) => hooks.has(hook);
  };
  write(app, 'message.updated', after.filter(isIn(before)));
  write(
    app,
    'message.created',
    after.filter((one) => !isIn(before)(one)),
  );
  write(
    app,
    'message.deleted',
    before.filter((one) => !isIn(after)(one)),
  );
}

export const emitReminder = (app: App, user: number, message: number): void =>
  write(app, 'reminder.due', hooksWatching(app, [message], user), { user });

export const emitOfMember = (app: App, type: HookEvent, board: number, user: number): void =>
  write(app, type, statements(app.db).watchingBoard.all({ board }), { board, user });

export function emitTest(app: App, hook: number): void {
  write(app, 'test', [{ hook, message: null, tags: null }]);
}

function write(app: App, type: HookEvent | 'test', watching: Watching[], more: object = {}): void {
  if (watching.length === 0) return;
  const rows = watching.map(({ hook, message, tags }) => ({
    hook,
    detail: { ...(message !== null && { message }), ...(tags && { tags: JSON.parse(tags) }), ...more },
  }));
  const { changes } = statements(app.db).insert.run({ rows: JSON.stringify(rows), type, now: app.now() });
  if (changes > 0) afterCommit(app.db, () => app.wakeHooks());
}

const IS_FOR = (tag: string) => `h.of_all = 0 and h.off_at is null and (
  h.by_board = 0 or exists (select 1 from hook_boards b where b.hook_id = h.id and b.tag = ${tag}))`;

const OF_ALL = 'h.of_all = 1 and h.off_at is null';

const statements = prepared(({ $client }) => ({
  watching: $client.prepare<Watching, { messages: string; reader: number | null }>(`
    select h.id as hook, w.value as message, json_group_array(v.reader_tag) as tags
      from json_each($messages) w cross join visible_messages v on v.message_id = w.value
           cross join hooks h on h.user_id = v.reader_id
     where (+$reader is null or v.reader_id = +$reader) and ${IS_FOR('v.reader_tag')}
     group by w.value, h.id
    union all
    select h.id, w.value, null from json_each($messages) w cross join hooks h where ${OF_ALL}`),
  findAny: $client.prepare<unknown, []>('select 1 from hooks limit 1'),
  watchingBoard: $client.prepare<Watching, { board: number }>(`
    select h.id as hook, null as message, json_array(v.tag) as tags
      from memberships v cross join hooks h on h.user_id = v.user_id
     where v.board_id = +$board and ${IS_FOR('v.tag')}
    union all
    select h.id, null, null from hooks h where ${OF_ALL}`),
  insert: $client.prepare<unknown, { rows: string; type: string; now: number }>(`
    insert into hook_deliveries (hook_id, key, type, detail, created_at, next_at)
    select h.id, 'msg_' || lower(hex(randomblob(12))), $type, w.value ->> 'detail', $now, $now
      from json_each($rows) w cross join hooks h on h.id = w.value ->> 'hook'
     where $type = 'test' or instr(h.events, $type)`),
}));
