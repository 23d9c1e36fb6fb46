import type { Message } from '../../../src/contract/messages';

/** A browser may have kept messages from before there were pins. */
export const isPinned = (
  { pinnedOn }: Partial<Pick<Message, 'pinnedOn'>>,
  tag: string | undefined,
): boolean => tag !== undefined && (pinnedOn?.includes(tag) ?? false);
