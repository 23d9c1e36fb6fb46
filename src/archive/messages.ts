import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Source } from '../contract/messages';

/** People and boards are named by phone numbers and tags, which mean the same on every server. */
export type ArchivedMessage = {
  /** Stays the same on every server that imports the message. */
  id: string;
  /** Null if the message comes from a file of another program that names no sender. */
  from: string | null;
  createdAt: number;
  editedAt: number | null;
  source: Source;
  content: string;
  replyTo: string | null;
  boards: ArchivedBoardRef[];
  media: ArchivedFile[];
  reminders?: ArchivedReminder[];
};

export type ArchivedReminder = { of: string; at: number; starts: string | null; rule: string | null };

/**
 * A shared board is named by the phone number and the tag of its owner. A private board is named by the
 * sender's tag. In the archive of one person, the sender's tag also names the shared boards of other people.
 */
export type ArchivedBoardRef = {
  owner?: string;
  tag: string;
  /** The tag with which the message was posted to this board, if it differs from `tag`. */
  as?: string;
};

/**
 * On the server, `file` is the name in the media folder. In an archive, `file` is the path in the archive.
 */
export type ArchivedFile = {
  file: string;
  type: string;
  name: string | null;
  width: number | null;
  height: number | null;
  alt?: string;
};

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

type MessageRow = Omit<ArchivedMessage, 'id' | 'boards' | 'media' | 'reminders'> & {
  id: number;
  archiveId: string;
  answeredPhone: string | null;
  boards: string;
  media: string;
  reminders: string;
};
type BoardTuple = [
  shared: number,
  owner: string,
  ownersTag: string,
  sendersTag: string | null,
  postedAs: string,
];
type FileTuple = [
  file: string,
  type: string,
  name: string | null,
  width: number | null,
  height: number | null,
  alt: string | null,
];

function toArchivedMessage(row: MessageRow, person: User | null): ArchivedMessage {
  const boards = JSON.parse(row.boards) as BoardTuple[];
  const media = JSON.parse(row.media) as FileTuple[];
  // the archive of one person does not have the reminders of others
  const reminders = (JSON.parse(row.reminders) as ArchivedReminder[]).filter(
    ({ of }) => !person || of === person.phone,
  );
  return {
    id: row.archiveId,
    from: row.from,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    source: row.source,
    content: row.content,
    replyTo: person && row.answeredPhone !== person.phone ? null : row.replyTo,
    boards: boards.flatMap(([shared, owner, ownersTag, sendersTag, postedAs]): ArchivedBoardRef[] => {
      const byOwner = shared && (!person || owner === person.phone);
      const tag = byOwner ? ownersTag : sendersTag;
      // the sender has left this board; the message is also on a private board of the sender
      if (tag === null) return [];
      return [{ ...(byOwner && { owner }), tag, ...(postedAs !== tag && { as: postedAs }) }];
    }),
    media: media.map(([file, type, name, width, height, alt]) => ({
      file,
      type,
      name,
      width,
      height,
      ...(alt !== null && { alt }),
    })),
    ...(reminders.length > 0 && { reminders }),
  };
}

const SELECT_MESSAGES = `
  select m.id, coalesce(o.origin, (select id from server) || '-' || m.id) as archiveId, u.phone as "from",
         m.created_at as createdAt, m.edited_at as editedAt, m.source, m.content,
         case when a.id is not null then coalesce(ao.origin, (select id from server) || '-' || a.id) end as replyTo,
         au.phone as answeredPhone,
         (select json_group_array(json_array(b.shared, ou.phone, om.tag, sm.tag, p.tag) order by p.position)
            from placements p
            join boards b on b.id = p.board_id
            join users ou on ou.id = b.owner_id
            join memberships om on om.board_id = b.id and om.user_id = b.owner_id
            left join memberships sm on sm.board_id = b.id and sm.user_id = m.sender_id
           where p.message_id = m.id) as boards,
         (select json_group_array(json_array(f.file, f.type, f.name, f.width, f.height, f.alt) order by f.position)
            from media f where f.message_id = m.id and f.file is not null) as media,
         (select json_group_array(json_object('of', ru.phone, 'at', r.at, 'starts', r.starts, 'rule', r.rule)
                                  order by ru.phone)
            from reminders r join users ru on ru.id = r.user_id
           where r.message_id = m.id and r.at is not null and r.done_at is null) as reminders
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
