import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { withoutHashtags } from '../contract/hashtags';
import type { Message, Source } from '../contract/messages';
import { avatarUrlOf, guestName, maskPhone, nameOrNull, namesOf } from '../contract/people';
import { FILES_JSON, toMediaList } from '../media/media';
import { isForToken, tokenOf } from '../people/auth/token-boards';
import { givenTo, nameColumns } from '../people/given-names';
import { REACTIONS_JSON, toReactions } from './reaction-rows';

/** `answeredId` may be the id of a message that the viewer does not see, and so may a reply. */
export type UnquotedMessage = {
  message: Message;
  answeredId: number | null;
  isAnswered: boolean;
  isOnList: boolean;
};

export function readMessages(app: App, viewer: User, messageIds: number[]): UnquotedMessage[] {
  const found = statements(app.db).findVisible.all({
    ids: JSON.stringify(messageIds),
    viewer: viewer.id,
    token: tokenOf(viewer),
  });
  const senders = new Map<number, Sender>();
  const senderOf = (row: Row) => {
    if (row.guest !== null) return asGuest(toSender(row, viewer), row.guest);
    const sender = senders.get(row.senderId) ?? toSender(row, viewer);
    senders.set(row.senderId, sender);
    return sender;
  };
  const read: UnquotedMessage[] = [];
  for (let first = 0, end = 1; first < found.length; first = end++) {
    const row = found[first]!;
    while (found[end]?.id === row.id) end++;
    const placements = end - first === 1 ? [row] : found.slice(first, end).sort(byPosition);
    read.push({
      message: toMessage(row, senderOf(row), placements, viewer),
      answeredId: row.answeredId,
      isAnswered: row.isAnswered === 1,
      isOnList: placements.some(({ isList }) => isList === 1),
    });
  }
  return read;
}

/** SQL: the columns of SenderRow, from `users` under the alias `u`, with the names that the viewer has given. */
export const SENDER_COLUMNS = `u.id as senderId, ${nameColumns('u')}, u.avatar_url as avatarUrl, u.phone`;

export type SenderRow = {
  senderId: number;
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  phone: string;
};

export function toSender(row: SenderRow, viewer: User) {
  const { firstName, lastName } = namesOf(row);
  const isOwn = row.senderId === viewer.id;
  return {
    senderId: row.senderId,
    senderFirstName: firstName,
    senderLastName: lastName,
    senderDisplayName: nameOrNull(row) ?? (isOwn ? row.phone : maskPhone(row.phone)),
    senderAvatarUrl: avatarUrlOf({ id: row.senderId, avatarUrl: row.avatarUrl }),
  };
}

/** A guest stands in the place of who made the link. */
export const asGuest = (sender: Sender, guest: string): Sender => ({
  ...sender,
  senderFirstName: guestName(guest),
  senderLastName: null,
  senderDisplayName: guestName(guest),
  senderAvatarUrl: null,
});

/** Others read only the hashtags of boards that they are on (docs/product/boards.md: Hidden hashtags). */
export const visibleContent = (content: string, senderTags: string[]): string =>
  withoutHashtags(content, (slug) => !senderTags.includes(slug));

/** `tag` is the viewer's tag for the board, `senderTag` the sender's tag. */
type Row = SenderRow & {
  id: number;
  content: string;
  createdAt: number;
  source: Source;
  answeredId: number | null;
  isAnswered: number;
  remindAt: number | null;
  remindRule: string | null;
  files: string | null;
  reactions: string;
  tag: string;
  senderTag: string;
  guest: string | null;
  position: number;
  isList: number;
  pinned: number;
};

const byPosition = (one: Row, other: Row) => one.position - other.position;

type Sender = ReturnType<typeof toSender>;

function toMessage(row: Row, sender: Sender, placements: Row[], viewer: User): Message {
  const media = toMediaList(row.files);
  const senderTags = placements.map(({ senderTag }) => senderTag);
  const seesAllTags = row.senderId === viewer.id && !viewer.byToken;
  return {
    id: row.id,
    content: seesAllTags ? row.content : visibleContent(row.content, senderTags),
    tags: placements.map(({ tag }) => tag),
    timestamp: new Date(row.createdAt).toISOString(),
    mediaUrl: media[0]?.url ?? null,
    mediaType: media[0]?.type ?? null,
    media,
    ...sender,
    source: row.source,
    replyTo: null,
    quote: null,
    replies: 0,
    reactions: toReactions(placements, viewer),
    remindAt: row.remindAt === null ? null : new Date(row.remindAt).toISOString(),
    remindRule: row.remindRule,
    pinnedOn: placements.flatMap(({ tag, pinned }) => (pinned ? tag : [])),
  };
}

// `cross join` keeps the order of the tables, and so the order of `ids`.
const statements = prepared(({ $client }) => ({
  findVisible: $client.prepare<Row, { ids: string; viewer: number; token: number | null }>(`
    select m.id, m.content, m.created_at as createdAt, m.source, m.reply_to_id as answeredId, m.guest,
           exists (select 1 from messages where reply_to_id = m.id) as isAnswered,
           r.at as remindAt, r.rule as remindRule, ${FILES_JSON} as files,
           ${REACTIONS_JSON} as reactions,
           v.reader_tag as tag, v.sender_tag as senderTag, v.position, v.pinned,
           (select is_list from boards where id = v.board_id) as isList, ${SENDER_COLUMNS}
      from json_each($ids) wanted cross join messages m on m.id = wanted.value
           cross join users u on u.id = m.sender_id ${givenTo('+$viewer', 'u')}
           cross join visible_messages v on v.message_id = m.id and v.reader_id = +$viewer and ${isForToken('v.board_id')}
           left join reminders r on r.user_id = +$viewer and r.message_id = m.id and r.at is not null
                and r.done_at is null`),
}));
