import { findCards } from './cards';
import type { ListFilter, Message } from './messages';

const isVisual = ({ type }: { type: string }) => type.startsWith('image/') || type.startsWith('video/');

/** The same as `MATCHES` in src/messages/lists.ts. */
export function matchesFilter(message: Message, only: ListFilter): boolean {
  if (only === 'photos') return message.media.some(isVisual);
  if (only === 'files') return message.media.some((file) => !isVisual(file));
  if (only === 'links') return findCards(message.content).length > 0;
  return message.remindAt !== null;
}
