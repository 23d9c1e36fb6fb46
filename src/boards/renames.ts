import { prepared, transaction } from '../../db/open';
import type { App } from '../app/app';
import type { NamedUser } from '../contract/people';
import { causedAt } from '../outbox/held-texts';
import { enqueue } from '../outbox/outbox';
import { boardPush } from '../outbox/push-words';
import { WAITING } from '../outbox/states';
import { boardRenamed, boardRenamedText } from '../outbox/texts';
import { givenTo, nameColumns } from '../people/given-names';

const GATHER_MS = 5 * 60_000;

type Renamed = {
  boardId: number;
  by: NamedUser & { id: number };
  member: { id: number; phone: string };
  from: string;
  to: string;
};

/** Must be called in the transaction of the rename (docs/product/boards.md: Renaming). */
export function tellOfRename(app: App, renamed: Renamed): void {
  const key = { board: renamed.boardId, user: renamed.member.id };
  if (!statements(app.db).findTold.get(key)) tell(app, renamed);
}

/** Tells members whose board was renamed again since the last text about it. */
export function sendGatheredRenames(app: App): void {
  const { listDue, hasWaiting, deleteTold, postpone } = statements(app.db);
  const now = app.now();
  for (const { boardId, member, recipient, smsEnabled, nextAt, from, to, ...by } of listDue.all({
    now,
    latest: now + GATHER_MS,
  }))
    transaction(app.db, () => {
      const key = { board: boardId, user: member };
      if (from === to || !smsEnabled) return void deleteTold.run(key);
      // so that at most one text about it waits while none can be sent
      if (hasWaiting.get({ start: keyOf(key) })) return void postpone.run({ ...key, at: now + GATHER_MS });
      const renamed = { boardId, by, member: { id: member, phone: recipient }, from, to };
      causedAt(app, Math.min(now, nextAt), () => tell(app, renamed));
    });
}

function tell(app: App, { boardId, by, member, from, to }: Renamed): void {
  const at = app.now();
  const change = { boardId, by, from, to };
  const key = { board: boardId, user: member.id };
  enqueue(app, {
    to: member.phone,
    kind: 'membership',
    cause: by.id,
    body: boardRenamedText(app, change),
    dedupeKey: `${keyOf(key)}at ${at}`,
    push: { ...boardPush(to, `${boardRenamed(change)}.`), boards: [boardId] },
  });
  statements(app.db).storeTold.run({ ...key, tag: to, at: at + GATHER_MS });
}

const keyOf = ({ board, user }: Key) => `rename of ${board} to ${user} `;

type Key = { board: number; user: number };
type Due = Pick<Renamed, 'boardId' | 'from' | 'to'> &
  Renamed['by'] & { member: number; recipient: string; smsEnabled: number; nextAt: number };

const statements = prepared(({ $client }) => ({
  findTold: $client.prepare<unknown, Key>(`
    select 1 from told_tags where board_id = $board and user_id = $user`),
  storeTold: $client.prepare<unknown, Key & { tag: string; at: number }>(`
    insert or replace into told_tags (board_id, user_id, tag, next_at) values ($board, $user, $tag, $at)`),
  postpone: $client.prepare<unknown, Key & { at: number }>(`
    update told_tags set next_at = $at where board_id = $board and user_id = $user`),
  deleteTold: $client.prepare<unknown, Key>(`
    delete from told_tags where board_id = $board and user_id = $user`),
  // a time far ahead shows that the clock was set back (docs/product/operators.md: Clock)
  listDue: $client.prepare<Due, { now: number; latest: number }>(`
    select t.board_id as boardId, t.user_id as member, u.phone as recipient, t.next_at as nextAt,
           t.tag as "from", v.tag as "to", v.sms_enabled as smsEnabled,
           o.id, ${nameColumns('o')}, o.phone
      from told_tags t join memberships v on v.board_id = t.board_id and v.user_id = t.user_id
      join users u on u.id = t.user_id join boards b on b.id = t.board_id join users o on o.id = b.owner_id
           ${givenTo('t.user_id', 'o')}
     where t.next_at <= $now or t.next_at > $latest`),
  hasWaiting: $client.prepare<unknown, { start: string }>(`
    select 1 from outbox
     where dedupe_key >= $start and dedupe_key < $start || '~' and +state in (${WAITING})`),
}));
