import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { Card } from '../../contract/cards';
import { prefetchMovie } from './movies';
import { prefetchPreview } from './previews';

export function storeLinks(app: App, messageId: number, cards: Card[]): void {
  if (cards.length > 0) statements(app.db).insertLinks.run(toLinks(messageId, cards));
}

export function replaceLinks(app: App, messageId: number, cards: Card[]): void {
  statements(app.db).deleteOthers.run(toLinks(messageId, cards));
  storeLinks(app, messageId, cards);
}

/**
 * A card may not be fetched now, for example because the sender has sent too many links. It is then fetched
 * when somebody opens the message.
 */
export function prefetchLinks(app: App, sender: User, cards: Card[]): void {
  for (const card of cards) {
    if (card.kind === 'movie' && app.config.tmdb.apiKey) prefetchMovie(app, sender, card.imdbId);
    else prefetchPreview(app, sender, card.url);
  }
}

type Links = { id: number; urls: string };

const toLinks = (id: number, cards: Card[]): Links => ({
  id,
  urls: JSON.stringify(cards.map(({ url }) => url)),
});

const statements = prepared(({ $client }) => ({
  deleteOthers: $client.prepare<unknown, Links>(
    'delete from links where message_id = $id and url not in (select value from json_each($urls))',
  ),
  insertLinks: $client.prepare<unknown, Links>(
    'insert or ignore into links select $id, value from json_each($urls)',
  ),
}));
