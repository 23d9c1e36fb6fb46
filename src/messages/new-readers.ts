import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Board } from '../boards/boards';

/** The shared boards on which some of these messages would reach people who do not see all of them yet. */
export type Showing = { boards: number[]; readers: number[] };

export function newReaders(app: App, sender: User, messageIds: number[], boards: Board[]): Showing {
  const ids = boards.filter(({ shared }) => shared).map(({ id }) => id);
  const rows = statements(app.db).find.all({
    messages: JSON.stringify(messageIds),
    boards: JSON.stringify(ids),
    sender: sender.id,
    count: messageIds.length,
  });
  return {
    boards: ids.filter((id) => rows.some(({ board }) => board === id)),
    readers: [...new Set(rows.map(({ reader }) => reader))].sort((one, other) => one - other),
  };
}

/** True if nobody more sees the messages than whom the sender was asked about. */
export const isWithin = (showing: Showing, asked: Showing): boolean =>
  showing.readers.every((reader) => asked.readers.includes(reader)) &&
  showing.boards.every((board) => asked.boards.includes(board));

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ board: number; reader: number }, Record<string, string | number>>(`
    select v.board_id as board, v.user_id as reader
      from json_each($boards) wanted cross join memberships v on v.board_id = wanted.value
     where v.user_id <> $sender and $count > (
       select count(distinct seen.message_id) from json_each($messages) m
         cross join placements seen on seen.message_id = m.value
         cross join memberships mine on mine.board_id = seen.board_id and mine.user_id = v.user_id)`),
}));
