import { and, eq, notInArray } from 'drizzle-orm';
import { links, type User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { Card } from '../../contract/cards';
import { prefetchMovie } from './movies';
import { prefetchPreview } from './previews';

export function storeLinks(app: App, messageId: number, cards: Card[]): void {
  const rows = cards.map(({ url }) => ({ messageId, url }));
  if (rows.length > 0) app.db.insert(links).values(rows).onConflictDoNothing().run();
}

export function replaceLinks(app: App, messageId: number, cards: Card[]): void {
  const urls = cards.map(({ url }) => url);
  app.db
    .delete(links)
    .where(and(eq(links.messageId, messageId), notInArray(links.url, urls)))
    .run();
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
