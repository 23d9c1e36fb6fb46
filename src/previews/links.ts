import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { findCards } from '../contract/cards';
import { prefetchMovie } from './movies';
import { prefetchPreview } from './previews';

/**
 * Stores the addresses of a message's cards in place of those stored before. Must be called in the
 * transaction that writes the message's content.
 */
export function storeLinks(app: App, messageId: number, content: string): void {
  const { deleteOthers, insertLinks } = statements(app.db);
  const links = { id: messageId, urls: JSON.stringify(findCards(content).map(({ url }) => url)) };
  deleteOthers.run(links);
  insertLinks.run(links);
}

/**
 * Starts to fetch what the cards of a message show, before anybody looks. A card that is not fetched now, for
 * example because the sender has sent too many links, is fetched when somebody looks at it.
 */
export function prefetchLinks(app: App, sender: User, content: string): void {
  for (const card of findCards(content)) {
    if (card.kind === 'movie' && app.config.tmdb.apiKey) prefetchMovie(app, sender, card.imdbId);
    else prefetchPreview(app, sender, card.url);
  }
}

type Links = { id: number; urls: string };

const statements = prepared(({ $client }) => ({
  deleteOthers: $client.prepare<unknown, Links>(
    'delete from links where message_id = $id and url not in (select value from json_each($urls))',
  ),
  insertLinks: $client.prepare<unknown, Links>(
    'insert or ignore into links select $id, value from json_each($urls)',
  ),
}));
