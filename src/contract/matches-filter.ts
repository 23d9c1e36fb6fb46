import type { ListFilter } from './list-filters';
import type { Message } from './messages';

const isVisual = ({ type }: { type: string }) => type.startsWith('image/') || type.startsWith('video/');

/** Of links only a sign is looked for, until the server answers by its table of links (src/messages/lists.ts). */
export function matchesFilter(message: Message, only: ListFilter): boolean {
  if (only === 'photos') return message.media.some(isVisual);
  if (only === 'files') return message.media.some((file) => !isVisual(file));
  if (only === 'links') return /\w\.\w/.test(message.content);
  return message.remindAt !== null || (message.items ?? []).some(({ doneAt }) => doneAt === null);
}
