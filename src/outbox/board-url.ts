import { prepared } from '../../db/open';
import type { App } from '../app/app';

export const boardPath = (tag: string) => `/tag/shared/${encodeURIComponent(tag)}`;

/** A percent-encoded tag could fill ten segments (docs/product/boards.md: Short addresses). */
export const boardUrl = (app: App, boardId: number): string =>
  `${app.publicUrl}/b/${statements(app.db).findAddress.get({ boardId })!.address}`;

const statements = prepared(({ $client }) => ({
  findAddress: $client.prepare<{ address: string }, { boardId: number }>(`
    select address from boards where id = $boardId`),
}));
