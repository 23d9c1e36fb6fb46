import * as z from 'zod/mini';
import { sharedBoard, tagParam, tagWithCount } from './boards';
import { objectOf, sample, withExample } from './example';
import { photoOnCard } from './media';
import { quote } from './messages';
import { id } from './text';

const latest = z.object({
  id: sample(z.int(), 42),
  content: sample(z.string(), 'Try the ramen place #food'),
  timestamp: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  senderId: sample(z.int(), 1),
  senderFirstName: sample(z.nullable(z.string()), 'Ann'),
  senderLastName: sample(z.nullable(z.string()), 'Lee'),
  senderDisplayName: sample(z.string(), 'Ann Lee'),
  senderAvatarUrl: sample(z.nullable(z.string()), null),
  replyTo: sample(z.nullable(z.int()), null),
  answered: sample(z.nullable(quote), null),
  photos: sample(z.array(photoOnCard), []),
  fileType: sample(z.nullable(z.string()), null),
});

const card = z.object({
  id: sample(z.int(), 7),
  pinned: sample(z.boolean(), false),
  list: sample(z.boolean(), false),
  archived: sample(z.boolean(), false),
  published: sample(z.boolean(), false),
  hasGuests: sample(z.boolean(), false),
  lastActivity: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  unread: sample(z.int(), 1),
  newestId: sample(z.nullable(z.int()), 42),
  seenId: sample(z.int(), 41),
  seenAt: sample(z.nullable(z.string()), '2026-01-30T08:00:00.000Z'),
  latest: z.nullable(latest),
});
export type BoardCard = z.infer<typeof card>;

export const privateBoardCard = objectOf({ ...tagWithCount.shape, ...card.shape });
export type PrivateBoardCard = z.infer<typeof privateBoardCard>;

export const sharedBoardCard = objectOf(
  {
    ...sharedBoard.shape,
    address: sample(z.string(), 'x7k2q'),
    count: sample(z.int(), 3),
    ...card.shape,
  },
  'A shared board. The page `/b/{address}` leads its members to it, whatever its name is by then.',
);
export type SharedBoardCard = z.infer<typeof sharedBoardCard>;

export const seenInput = objectOf({
  tag: sample(tagParam, 'food'),
  messageId: sample(id, 42),
});
export const boardSeen = objectOf({
  seenId: sample(z.int(), 42),
  seenAt: sample(z.nullable(z.string()), '2026-01-31T12:00:00.000Z'),
});
export type BoardSeen = z.infer<typeof boardSeen>;

export const pinInput = objectOf({
  tag: sample(tagParam, 'food'),
  pinned: sample(z.boolean(), true),
});
export const listInput = objectOf(
  { tag: sample(tagParam, 'groceries'), list: sample(z.boolean(), true) },
  'A board that is a list has short messages that its members can tick.',
);
export const boardListed = withExample(z.object({ list: z.boolean() }), { list: true });

export const archiveInput = objectOf({
  tag: sample(tagParam, 'food'),
  archived: sample(z.boolean(), true),
});
export const boardArchived = withExample(z.object({ archived: z.boolean() }), { archived: true });
export const boardPinned = withExample(z.object({ pinned: z.boolean() }), { pinned: true });
