import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { withoutHashtags } from '../../contract/hashtags';
import { type NamedUser, publicName } from '../../contract/people';
import { findOrMakeWidth } from '../../media/widths';
import { writtenTime } from '../../outbox/written-times';
import { authorColumns, givenTo } from '../../people/given-names';
import { zoneOf } from '../../people/time-zone';

const PICTURES_OF_A_POST = 3;
const PICTURES_MAX = 10;
const PICTURE_WIDTH = 640;
/** Of all pictures together: some mail servers refuse more than 10 MB. */
const BYTES_MAX = 4_000_000;

export type Picture = { cid: string; path: string; width: number; height: number; alt: string };
export type Post = {
  id: number;
  /** Its place among those that were asked for. */
  number: number;
  /** Null for one's own. */
  sender: string | null;
  tag: string | null;
  at: string;
  content: string;
  /** Files that are not shown. */
  files: string[];
  pictures: Picture[];
};

/** What of `ids` the reader may see now, in this order. Hashtags of others are left out: some are private. */
export async function readPosts(app: App, reader: User, ids: number[]): Promise<Post[]> {
  const { listPosts, listFiles } = statements(app.db);
  const messages = JSON.stringify(ids);
  const files = listFiles.all({ messages });
  const zone = zoneOf(app, reader);
  const posts: Post[] = [];
  const room = { pictures: PICTURES_MAX, bytes: BYTES_MAX };
  for (const { id, number, senderId, tag, content, createdAt, ...sender } of listPosts.all({
    messages,
    reader: reader.id,
  })) {
    const isOwn = senderId === reader.id;
    const ofPost = files.filter(({ messageId }) => messageId === id);
    const pictures = await makePictures(app, ofPost, room);
    const shown = new Set(pictures.map(({ cid }) => cid));
    posts.push({
      id,
      number,
      tag,
      sender: isOwn ? null : publicName(sender),
      at: writtenTime(createdAt, zone, app.now()),
      content: isOwn ? content : withoutHashtags(content),
      files: ofPost.filter((file) => !shown.has(cidOf(file))).map(({ name, type }) => name ?? kindOf(type)),
      pictures,
    });
  }
  return posts;
}

async function makePictures(app: App, files: File[], room: { pictures: number; bytes: number }) {
  const pictures: Picture[] = [];
  for (const file of files) {
    if (pictures.length === PICTURES_OF_A_POST || room.pictures === 0) break;
    if (!file.file || !file.width || !file.height) continue;
    const path = await findOrMakeWidth(app, file.file, PICTURE_WIDTH, 'jpeg');
    const bytes = path ? Bun.file(path).size : Infinity;
    if (!path || bytes > room.bytes) continue;
    room.bytes -= bytes;
    room.pictures -= 1;
    const width = Math.min(file.width, PICTURE_WIDTH);
    const height = Math.round((file.height * width) / file.width);
    pictures.push({ cid: cidOf(file), path, width, height, alt: file.alt ?? 'Photo' });
  }
  return pictures;
}

const cidOf = ({ id }: { id: number }) => `picture-${id}@tagline`;

const kindOf = (type: string) =>
  type.startsWith('audio/') ? 'Voice note' : type.startsWith('image/') ? 'Photo' : 'File';

type Row = {
  id: number;
  number: number;
  senderId: number;
  tag: string | null;
  content: string;
  createdAt: number;
} & NamedUser;
type File = {
  id: number;
  messageId: number;
  file: string | null;
  type: string;
  name: string | null;
  width: number | null;
  height: number | null;
  alt: string | null;
};

const statements = prepared(({ $client }) => ({
  listPosts: $client.prepare<Row, { messages: string; reader: number }>(`
    select m.id, wanted.key + 1 as number, iif(m.guest is null, m.sender_id, 0) as senderId, m.content, m.created_at as createdAt, ${authorColumns('s', 'm')}, s.phone,
           (select v.reader_tag from visible_messages v
             where v.message_id = m.id and v.reader_id = $reader order by v.position limit 1) as tag
      from json_each($messages) wanted cross join messages m on m.id = wanted.value
           join users s on s.id = m.sender_id ${givenTo('$reader', 's')}
     where m.sender_id = $reader or exists (
             select 1 from visible_messages v where v.message_id = m.id and v.reader_id = $reader)
     order by wanted.key`),
  listFiles: $client.prepare<File, { messages: string }>(`
    select f.id, f.message_id as messageId, f.file, f.type, f.name, f.width, f.height, f.alt
      from json_each($messages) wanted cross join media f on f.message_id = wanted.value order by f.id`),
}));
