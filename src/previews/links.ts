import { prepared } from '../../db/open';
import type { App } from '../app';
import { findCards } from '../contract/embeds';
import { isQueueFull } from './fetching';
import { prefetchMovie } from './movies';
import { prefetchPreview } from './previews';

const dropOthers = prepared((db) =>
  db.$client.prepare<unknown, { id: number; urls: string }>(
    'delete from links where message_id = $id and url not in (select value from json_each($urls))',
  ),
);
const add = prepared((db) =>
  db.$client.prepare<unknown, { id: number; urls: string }>(
    'insert or ignore into links select $id, value from json_each($urls)',
  ),
);

/** Notes which addresses a message shows cards of. In the transaction that writes its content. */
export function storeLinks(app: App, messageId: number, content: string): void {
  const links = { id: messageId, urls: JSON.stringify(findCards(content).map(({ url }) => url)) };
  dropOthers(app.db).run(links);
  add(app.db).run(links);
}

/** Fetches what a message's cards will show, so that it is there when somebody looks. Not awaited; a crash loses nothing. */
export function prefetchLinks(app: App, content: string): void {
  for (const card of findCards(content)) {
    if (isQueueFull(app)) return; // it is fetched when somebody looks
    if (card.kind === 'movie' && app.config.tmdb.apiKey) prefetchMovie(app, card.imdbId);
    else prefetchPreview(app, card.url);
  }
}
