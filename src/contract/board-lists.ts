import * as z from 'zod/mini';
import { sharedBoard, tagParam, tagWithCount } from './boards';
import { withExample } from './example';
import { media } from './media';
import { id } from './text';

const latest = z.object({
  id: z.int(),
  content: z.string(),
  timestamp: z.string(),
  senderId: z.int(),
  senderFirstName: z.nullable(z.string()),
  senderLastName: z.nullable(z.string()),
  senderDisplayName: z.string(),
  senderAvatarUrl: z.nullable(z.string()),
  photos: z.array(media),
  fileType: z.nullable(z.string()),
});
export type Latest = z.infer<typeof latest>;

const card = z.object({
  id: z.int(),
  pinned: z.boolean(),
  lastActivity: z.string(),
  unread: z.int(),
  newestId: z.nullable(z.int()),
  seenId: z.int(),
  seenAt: z.nullable(z.string()),
  latest: z.nullable(latest),
});
export type BoardCard = z.infer<typeof card>;

const cardExample: BoardCard = {
  id: 7,
  pinned: false,
  lastActivity: '2026-01-31T12:00:00.000Z',
  unread: 1,
  newestId: 42,
  seenId: 41,
  seenAt: '2026-01-30T08:00:00.000Z',
  latest: {
    id: 42,
    content: 'Try the ramen place #food',
    timestamp: '2026-01-31T12:00:00.000Z',
    senderId: 1,
    senderFirstName: 'Ann',
    senderLastName: 'Lee',
    senderDisplayName: 'Ann Lee',
    senderAvatarUrl: null,
    photos: [],
    fileType: null,
  },
};

export const privateBoardCard = withExample(z.object({ ...tagWithCount.shape, ...card.shape }), {
  tag: 'food',
  count: 12,
  ...cardExample,
});
export type PrivateBoardCard = z.infer<typeof privateBoardCard>;

export const sharedBoardCard = withExample(
  z.object({ ...sharedBoard.shape, count: z.int(), ...card.shape }),
  { name: 'house', role: 'owner', members: 3, count: 3, ...cardExample },
);
export type SharedBoardCard = z.infer<typeof sharedBoardCard>;

export const seenInput = withExample(z.object({ tag: tagParam, messageId: id }), {
  tag: 'food',
  messageId: 42,
});
export const boardSeen = withExample(z.object({ seenId: z.int(), seenAt: z.nullable(z.string()) }), {
  seenId: 42,
  seenAt: '2026-01-31T12:00:00.000Z',
});
export type BoardSeen = z.infer<typeof boardSeen>;

export const pinInput = withExample(z.object({ tag: tagParam, pinned: z.boolean() }), {
  tag: 'food',
  pinned: true,
});
export const boardPinned = withExample(z.object({ pinned: z.boolean() }), { pinned: true });
