import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { itemsIn } from '../contract/checklists';
import { withoutHashtags } from '../contract/hashtags';
import type { Item } from '../contract/messages';
import { givenTo } from '../people/given-names';
import { SENDER_COLUMNS, type SenderRow, toSender, type UnquotedMessage } from './rows';

/** Sets the `items` of the messages that are lists for the viewer. */
export function readItems(app: App, viewer: User, read: UnquotedMessage[]): void {
  const lists = read.filter(({ message, isOnList }) => {
    const items = itemsIn(message.content, isOnList);
    if (items.length > 0) message.items = items.map(toItem);
    return items.length > 0;
  });
  if (lists.length === 0) return;
  const ids = JSON.stringify(lists.map(({ message }) => message.id));
  const ticks = Map.groupBy(
    statements(app.db).find.all({ ids, viewer: viewer.id }),
    ({ messageId }) => messageId,
  );
  for (const { message } of lists)
    for (const row of ticks.get(message.id) ?? []) {
      const item = message.items!.find(({ item }) => item === row.item);
      if (!item) continue;
      item.doneAt = new Date(row.at).toISOString();
      item.doneBy = row.senderId === null ? null : toSender(row as SenderRow, viewer).senderDisplayName;
    }
}

const toItem = ({ item, text }: { item: string; text: string }): Item => ({
  item,
  text: withoutHashtags(text),
  doneAt: null,
  doneBy: null,
});

/** SQL: the ticks of a message under the alias `m`, as JSON. */
export const TICKS_JSON = `
  (select json_group_array(json_object('item', item, 'user', user_id, 'at', ticked_at)) from ticks
    where message_id = m.id)`;

type Row = Omit<SenderRow, 'senderId'> & {
  messageId: number;
  item: string;
  at: number;
  senderId: number | null;
};

const statements = prepared(({ $client }) => ({
  find: $client.prepare<Row, { ids: string; viewer: number }>(`
    select t.message_id as messageId, t.item, t.ticked_at as at, ${SENDER_COLUMNS}
      from json_each($ids) wanted cross join ticks t on t.message_id = wanted.value
           left join users u on u.id = t.user_id ${givenTo('+$viewer', 'u')}`),
}));
