import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Source } from '../contract/messages';

/** A message as an archive has it: without any number that means something on one server only. */
export type ArchivedMessage = {
  /** The same for the same message wherever it is imported. */
  id: string;
  /** The sender's number; null where a format is of one person and does not say whom. */
  from: string | null;
  createdAt: number;
  editedAt: number | null;
  source: Source;
  content: string;
  /** In the sender's order. */
  boards: ArchivedBoardRef[];
  media: ArchivedFile[];
};

/** A board a message is on: by the sender's tag for a private one, by the owner and the owner's tag for a shared one. */
export type ArchivedBoardRef = {
  owner?: string;
  tag: string;
  /** The tag under which it was posted there, when the board is called otherwise now. */
  as?: string;
};

export type ArchivedFile = {
  /** On the server its name in the media folder, in an archive its path there. */
  file: string;
  type: string;
  name: string | null;
  width: number | null;
  height: number | null;
};

export type ArchivedBoard = { owner: string; tag: string; createdAt: number; members: ArchivedMember[] };

export type ArchivedMember = {
  phone: string;
  tag: string;
  smsEnabled: boolean;
  tagChosenByOther: boolean;
  joinedAt: number;
};

export type ArchivedPerson = {
  phone: string;
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  createdAt: number;
};

/** What a number has said to our texts, with or without an account. */
export type ArchivedPhone = { phone: string; stoppedAt: number | null; welcomedAt: number | null };

/** Whose archive: one person's, or null for everything. */
export type Whose = User | null;

const PAGE = 200;

/**
 * The messages somebody has sent, or all there are, in an order that an import keeps. For one person a shared
 * board of somebody else's is only a tag of theirs: who else is on it is not theirs to take along.
 */
export function* readMessages(app: App, whose: Whose): Generator<ArchivedMessage> {
  const sql = app.db.$client;
  const page = sql.prepare<Row, { sender: number | null; at: number; id: number }>(`
    select m.id, coalesce(o.origin, (select id from server) || '-' || m.id) as origin, u.phone as sender,
      m.created_at as createdAt, m.edited_at as editedAt, m.source, m.content,
      (select json_group_array(json_array(b.shared, ou.phone, om.tag, sm.tag, p.tag) order by p.position)
         from placements p
         join boards b on b.id = p.board_id
         join users ou on ou.id = b.owner_id
         join memberships om on om.board_id = b.id and om.user_id = b.owner_id
         left join memberships sm on sm.board_id = b.id and sm.user_id = m.sender_id
        where p.message_id = m.id) as boards,
      (select json_group_array(json_array(f.file, f.type, f.name, f.width, f.height) order by f.position)
         from media f where f.message_id = m.id and f.file is not null) as media
      from messages m join users u on u.id = m.sender_id left join origins o on o.message_id = m.id
     where ${whose ? 'm.sender_id = $sender and (m.created_at, m.id) > ($at, $id)' : 'm.id > $id and $at is not $sender'}
     order by ${whose ? 'm.created_at, m.id' : 'm.id'} limit ${PAGE}`);
  let last: Pick<Row, 'createdAt' | 'id'> = { createdAt: -1, id: 0 };
  for (;;) {
    const rows = page.all({ sender: whose?.id ?? null, at: last.createdAt, id: last.id });
    for (const row of rows) yield toNote(row, whose);
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    last = end;
  }
}

type Row = {
  id: number;
  origin: string;
  sender: string;
  createdAt: number;
  editedAt: number | null;
  source: Source;
  content: string;
  boards: string;
  media: string;
};

function toNote(row: Row, whose: Whose): ArchivedMessage {
  const boards = JSON.parse(row.boards) as [
    shared: number,
    owner: string,
    ownersTag: string,
    sendersTag: string | null,
    postedAs: string,
  ][];
  const media = JSON.parse(row.media) as [string, string, string | null, number | null, number | null][];
  return {
    id: row.origin,
    from: row.sender,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    source: row.source,
    content: row.content,
    boards: boards.flatMap(([shared, owner, ownersTag, sendersTag, postedAs]): ArchivedBoardRef[] => {
      const ours = shared && (!whose || owner === whose.phone);
      const tag = ours ? ownersTag : sendersTag;
      if (tag === null) return []; // on a board its sender has left; they have it elsewhere too
      return [{ ...(ours && { owner }), tag, ...(postedAs !== tag && { as: postedAs }) }];
    }),
    media: media.map(([file, type, name, width, height]) => ({ file, type, name, width, height })),
  };
}

/** How many messages `notes` will give. */
export const countMessages = (app: App, whose: Whose): number =>
  app.db.$client
    .query<{ count: number }, [number | null]>(
      'select count(*) as count from messages where sender_id = coalesce(?, sender_id)',
    )
    .get(whose?.id ?? null)?.count ?? 0;

/** The shared boards somebody owns, as if nobody else were on them; or all there are with everybody. */
export function readSharedBoards(app: App, whose: Whose): ArchivedBoard[] {
  type Row = { owner: string; tag: string; createdAt: number; members: string };
  return app.db.$client
    .query<Row, { whose: number | null }>(`
      select o.phone as owner, v.tag, b.created_at as createdAt,
        (select json_group_array(json_array(u.phone, m.tag, m.sms_enabled, m.tag_chosen_by_other, m.joined_at)
                                 order by m.user_id = b.owner_id desc, m.joined_at, u.phone)
           from memberships m join users u on u.id = m.user_id
          where m.board_id = b.id and ($whose is null or m.user_id = b.owner_id)) as members
        from boards b join users o on o.id = b.owner_id
        join memberships v on v.board_id = b.id and v.user_id = b.owner_id
       where b.shared and b.owner_id = coalesce($whose, b.owner_id)
       order by b.created_at, o.phone, v.tag`)
    .all({ whose: whose?.id ?? null })
    .map(({ members, ...board }) => ({
      ...board,
      members: (JSON.parse(members) as [string, string, number, number, number][]).map(
        ([phone, tag, smsEnabled, tagChosenByOther, joinedAt]) => ({
          phone,
          tag,
          smsEnabled: smsEnabled === 1,
          tagChosenByOther: tagChosenByOther === 1,
          joinedAt,
        }),
      ),
    }));
}

export const readPeople = (app: App, whose: Whose): ArchivedPerson[] =>
  app.db.$client
    .query<ArchivedPerson, [number | null]>(`
      select phone, first_name as firstName, last_name as lastName, avatar_url as avatarUrl, created_at as createdAt
        from users where id = coalesce(?, id) order by created_at, phone`)
    .all(whose?.id ?? null);

export const readPhones = (app: App, whose: Whose): ArchivedPhone[] =>
  app.db.$client
    .query<ArchivedPhone, [string | null]>(`
      select phone, stopped_at as stoppedAt, welcomed_at as welcomedAt from phones
       where phone = coalesce(?, phone) and (stopped_at is not null or welcomed_at is not null) order by phone`)
    .all(whose?.phone ?? null);
