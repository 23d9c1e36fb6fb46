import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { findBoardById } from '../boards/boards';
import type { GuestBoard } from '../boards/pages/guest-links';
import { findUser } from '../people/users';
import { idempotently } from './idempotency';
import { create } from './messages';

export type GuestPost = { name: string; content: string; idempotencyKey: string };

/**
 * It belongs to the owner of the board, who can edit and delete it. Its hashtags are only words, so that a guest
 * reaches no other board (docs/product/pages.md: Guest links).
 */
export function postAsGuest(
  app: App,
  { linkId, ownerId, id, mayPost }: GuestBoard,
  { name, content, idempotencyKey }: GuestPost,
  address: string | null,
): number {
  const owner = findUser(app, ownerId)!;
  const board = findBoardById(app, owner, id)!;
  if (!mayPost) throw new VisibleError('guest_link_read_only', 'This link is only for reading.');
  const input = { content: `${name}\n${content}`, idempotencyKey: `guest ${linkId} ${idempotencyKey}` };
  return idempotently(app, owner, input, () => {
    chargeRateLimits(app, {
      'post of a guest from an address': address,
      'post of a guest by a link a day': linkId,
    });
    return create(app, owner, { content, tags: [board.tag], guest: name, source: 'ui', isPrivate: true });
  });
}
