import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import type { GuestBoard } from '../boards/pages/guest-links';
import type { PublishedBoard } from '../boards/pages/pages';
import { withoutHashtags } from '../contract/hashtags';
import { QUOTE_MAX } from '../contract/limits';
import type { PageAudience } from '../contract/pages';
import { guestName, namesOf } from '../contract/people';
import { beginningOf } from '../contract/text';
import { FILES_JSON, type FileColumns, isPicture, type ReadableFile } from '../media/media';

/** What people without an account see of a board (docs/product/pages.md: What shows). */

export type ShownBoard = PublishedBoard | GuestBoard;

export type ShownFile = Pick<FileColumns, 'id' | 'type' | 'width' | 'height' | 'alt'>;

export type ShownMessage = {
  id: number;
  content: string;
  author: string;
  isGuest: boolean;
  createdAt: number;
  editedAt: number | null;
  files: ShownFile[];
  /** Files that may tell more than pictures and films do, such as contact cards. */
  hiddenFiles: number;
  quote: { author: string; content: string } | null;
};

export type Cursor = { createdAt: number; id: number };
export type Where = { before?: Cursor; after?: Cursor };

export type ShownPage = { messages: ShownMessage[]; newer: Cursor | null; older: Cursor | null };

/** In the order of the board, the newest first. */
export function listShown(app: App, board: ShownBoard, { before, after }: Where, size: number): ShownPage {
  const { listBefore, listAfter } = statements(app.db)[board.audience];
  const cursor = after ?? before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: 0 };
  const rows = (after ? listAfter : listBefore).all({ board: board.id, ...cursor, limit: size + 1 });
  const hasMore = rows.length > size;
  const shown = rows.slice(0, size);
  if (after) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    messages: withQuotes(app, board, shown),
    newer: first && (after ? hasMore : before) ? cursorOf(first) : null,
    older: last && (after || hasMore) ? cursorOf(last) : null,
  };
}

export function findShownFile(app: App, board: ShownBoard, id: number): ReadableFile {
  const file = statements(app.db)[board.audience].findFile.get({ board: board.id, id });
  if (!file || !isShown(file)) throw notFound('File');
  return file;
}

/** Without the surname; a number is no name. */
export const shownName = (person: { firstName: string | null; lastName: string | null }): string =>
  namesOf(person).firstName ?? 'A member';

const cursorOf = ({ createdAt, id }: Row): Cursor => ({ createdAt, id });

/** Metadata of other files are kept as they came. */
const isShown = ({ type }: { type: string }) =>
  isPicture(type) || ['video/mp4', 'video/quicktime', 'video/3gpp'].includes(type);

function withQuotes(app: App, board: ShownBoard, rows: Row[]): ShownMessage[] {
  const answered = rows.flatMap(({ replyTo }) => replyTo ?? []);
  const quoted =
    answered.length > 0
      ? statements(app.db)[board.audience].find.all({ board: board.id, ids: JSON.stringify(answered) })
      : [];
  return rows.map((row) =>
    toShown(
      row,
      quoted.find(({ id }) => id === row.replyTo),
    ),
  );
}

type Row = Cursor & {
  content: string;
  editedAt: number | null;
  replyTo: number | null;
  guest: string | null;
  firstName: string | null;
  lastName: string | null;
  files: string | null;
};

function toShown(row: Row, answered?: Row): ShownMessage {
  const all: FileColumns[] = row.files === null ? [] : JSON.parse(row.files);
  const files = all.filter(isShown).map(({ id, type, width, height, alt }) => ({
    id,
    type,
    width,
    height,
    alt: alt && withoutHashtags(alt),
  }));
  return {
    id: row.id,
    content: withoutHashtags(row.content),
    author: authorOf(row),
    isGuest: row.guest !== null,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    files,
    hiddenFiles: all.length - files.length,
    quote: answered
      ? { author: authorOf(answered), content: beginningOf(withoutHashtags(answered.content), QUOTE_MAX) }
      : null,
  };
}

const authorOf = (row: Row) => (row.guest === null ? shownName(row) : guestName(row.guest));

/** SQL: a guest has agreed to be read by guests and members only. */
const SHOWN: Record<PageAudience, string> = {
  page: 'a.on_page = 1 and m.guest is null',
  guests: 'a.for_guests = 1',
};

const SELECT = (audience: PageAudience, placements: string) => `
  select m.id, m.content, p.created_at as createdAt, m.edited_at as editedAt, m.reply_to_id as replyTo, m.guest,
         u.first_name as firstName, u.last_name as lastName, ${FILES_JSON} as files
    from ${placements} cross join messages m on m.id = p.message_id
         cross join memberships a on a.board_id = p.board_id and a.user_id = m.sender_id
         cross join users u on u.id = m.sender_id
   where p.board_id = +$board and ${SHOWN[audience]}`;

type Page = Cursor & { board: number; limit: number };

const statements = prepared(({ $client }) => {
  const of = (audience: PageAudience) => ({
    listBefore: $client.prepare<Row, Page>(`
      ${SELECT(audience, 'placements p')} and (p.created_at, p.message_id) < ($createdAt, $id)
       order by p.created_at desc, p.message_id desc limit +$limit`),
    listAfter: $client.prepare<Row, Page>(`
      ${SELECT(audience, 'placements p')} and (p.created_at, p.message_id) > ($createdAt, $id)
       order by p.created_at, p.message_id limit +$limit`),
    find: $client.prepare<Row, { board: number; ids: string }>(
      SELECT(audience, 'json_each($ids) wanted cross join placements p on p.message_id = wanted.value'),
    ),
    findFile: $client.prepare<ReadableFile, { board: number; id: number }>(`
      select f.id, f.type, f.name, f.file
        from media f cross join placements p on p.message_id = f.message_id and p.board_id = $board
             cross join messages m on m.id = p.message_id
             cross join memberships a on a.board_id = p.board_id and a.user_id = m.sender_id
       where f.id = $id and f.file is not null and ${SHOWN[audience]}`),
  });
  return { page: of('page'), guests: of('guests') };
});
