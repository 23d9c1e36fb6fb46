import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { itemsIn } from '../contract/checklists';
import type { ArchivedBoardRef, ArchivedFile, ArchivedMessage, ArchivedTick } from './schemas';

const PAGE = 200;

/**
 * In the archive of one person, a shared board of somebody else is named only by the person's own tag and not
 * by its owner, because the archive must not name other members.
 */
export function* readMessages(app: App, person: User | null): Generator<ArchivedMessage> {
  const { pageOfAll, pageOfSender } = statements(app.db);
  let createdAt = -1;
  let id = 0;
  for (;;) {
    const rows = person ? pageOfSender.all({ sender: person.id, createdAt, id }) : pageOfAll.all({ id });
    for (const row of rows) yield toArchivedMessage(row, person);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    ({ createdAt, id } = last);
  }
}

export const countMessages = (app: App, person: User | null): number =>
  statements(app.db).countMessages.get({ sender: person?.id ?? null })?.count ?? 0;

type MessageRow = Omit<
  ArchivedMessage,
  'id' | 'guest' | 'boards' | 'media' | 'reminders' | 'reactions' | 'ticks'
> & {
  id: number;
  guest: string | null;
  archiveId: string;
  answeredPhone: string | null;
  boards: string;
  media: string;
  reminders: string;
  reactions: string;
  ticks: string;
};
type BoardRow = {
  shared: number;
  owner: string;
  ownersTag: string;
  sendersTag: string | null;
  as: string;
  list: number;
  pinned: number;
};
type FileRow = Omit<ArchivedFile, 'alt'> & { alt: string | null };

function toArchivedMessage(row: MessageRow, person: User | null): ArchivedMessage {
  const { id: _, archiveId, answeredPhone, replyTo, ...message } = row;
  // the archive of one person has no reminders and reactions of others
  const own = <T extends { of: string }>(list: string): T[] | undefined => {
    const all = (JSON.parse(list) as T[]).filter(({ of }) => !person || of === person.phone);
    return all.length > 0 ? all : undefined;
  };
  const ticks = (JSON.parse(row.ticks) as (ArchivedTick & { by: string | null })[]).map(
    ({ by, ...tick }) => ({ ...tick, ...(by && (!person || by === person.phone) && { by }) }),
  );
  const isMarked = ticks.length > 0 || itemsIn(row.content, true).some(({ isMarked }) => isMarked);
  return {
    id: archiveId,
    ...message,
    guest: row.guest ?? undefined,
    replyTo: person && answeredPhone !== person.phone ? null : replyTo,
    boards: (JSON.parse(row.boards) as BoardRow[]).flatMap((board): ArchivedBoardRef[] => {
      const { owner, ownersTag, sendersTag, as, list, pinned } = board;
      const byOwner = board.shared && (!person || owner === person.phone);
      const tag = byOwner ? ownersTag : sendersTag;
      // the sender has left this board; the message is also on a private board of the sender
      if (tag === null) return [];
      return [
        {
          ...(byOwner && { owner }),
          tag,
          ...(as !== tag && { as }),
          ...(list && { list: true }),
          ...(pinned && { pinned: true }),
        },
      ];
    }),
    media: (JSON.parse(row.media) as FileRow[]).map(({ alt, ...file }) => ({
      ...file,
      ...(alt !== null && { alt }),
    })),
    reminders: own(row.reminders),
    reactions: own(row.reactions),
    ticks: isMarked ? ticks : undefined,
  };
}

const SELECT_MESSAGES = `
  select m.id, coalesce(o.origin, (select id from server) || '-' || m.id) as archiveId, u.phone as "from",
         m.created_at as createdAt, m.edited_at as editedAt, m.source, m.content, m.guest,
         case when a.id is not null then coalesce(ao.origin, (select id from server) || '-' || a.id) end as replyTo,
         au.phone as answeredPhone,
         (select json_group_array(json_object('shared', b.shared, 'owner', ou.phone, 'ownersTag', om.tag,
                                              'sendersTag', sm.tag, 'as', p.tag, 'list', b.is_list, 'pinned', p.pinned) order by p.position)
            from placements p
            join boards b on b.id = p.board_id
            join users ou on ou.id = b.owner_id
            join memberships om on om.board_id = b.id and om.user_id = b.owner_id
            left join memberships sm on sm.board_id = b.id and sm.user_id = m.sender_id
           where p.message_id = m.id) as boards,
         (select json_group_array(json_object('file', f.file, 'type', f.type, 'name', f.name, 'width', f.width,
                                              'height', f.height, 'alt', f.alt) order by f.position)
            from media f where f.message_id = m.id and f.file is not null) as media,
         (select json_group_array(json_object('of', ru.phone, 'at', r.at, 'starts', r.starts, 'rule', r.rule)
                                  order by ru.phone)
            from reminders r join users ru on ru.id = r.user_id
           where r.message_id = m.id and r.at is not null and r.done_at is null) as reminders,
         (select json_group_array(json_object('of', xu.phone, 'emoji', x.emoji, 'at', x.created_at)
                                  order by x.created_at, xu.phone, x.emoji)
            from reactions x join users xu on xu.id = x.user_id where x.message_id = m.id) as reactions,
         (select json_group_array(json_object('item', t.item, 'by', tu.phone, 'at', t.ticked_at) order by t.item)
            from ticks t left join users tu on tu.id = t.user_id where t.message_id = m.id) as ticks
    from messages m join users u on u.id = m.sender_id left join origins o on o.message_id = m.id
         left join messages a on a.id = m.reply_to_id left join users au on au.id = a.sender_id
         left join origins ao on ao.message_id = a.id`;

const statements = prepared(({ $client }) => ({
  pageOfSender: $client.prepare<MessageRow, { sender: number; createdAt: number; id: number }>(`
    ${SELECT_MESSAGES} where m.sender_id = $sender and (m.created_at, m.id) > ($createdAt, $id)
    order by m.created_at, m.id limit ${PAGE}`),
  pageOfAll: $client.prepare<MessageRow, { id: number }>(`
    ${SELECT_MESSAGES} where m.id > $id order by m.id limit ${PAGE}`),
  countMessages: $client.prepare<{ count: number }, { sender: number | null }>(
    'select count(*) as count from messages where sender_id = coalesce($sender, sender_id)',
  ),
}));
