import type { PrivateBoardCard, SharedBoardCard } from '../contract/board-lists';
import type { Media } from '../contract/media';
import type { Message } from '../contract/messages';
import type { Product } from '../contract/product';
import type { ListedReminder } from '../contract/reminders';
import type { Profile } from '../contract/users';

type Nothing = Record<never, never>;
type Listed = { limit?: number; before?: number };

/** The calls that the commands make. `@tagline/client` has the types of all. */
export type OwnCalls = {
  'GET /api/product': { input: Nothing; answer: Product };
  'GET /api/auth/session': { input: Nothing; answer: { userId: number | null } };
  'GET /api/profile': { input: Nothing; answer: Profile };
  'GET /api/messages': { input: Listed; answer: Message[] };
  'GET /api/messages/tag/{tag}': { input: Listed & { tag: string }; answer: Message[] };
  'GET /api/messages/search': { input: Listed & { q: string; board?: string }; answer: Message[] };
  'GET /api/messages/{id}': { input: { id: number }; answer: Message };
  'POST /api/messages': { input: NewNote; answer: Message };
  'PATCH /api/messages/{id}': { input: Partial<NewNote> & { id: number; read?: string }; answer: Message };
  'DELETE /api/messages/{id}': { input: { id: number }; answer: { message: string } };
  'POST /api/messages/{id}/restore': { input: { id: number }; answer: Message };
  'POST /api/media': { input: { files: File[] }; answer: Media[] };
  'GET /api/media/{id}': { input: { id: number }; answer: never };
  'GET /api/tags-with-counts': { input: Nothing; answer: PrivateBoardCard[] };
  'GET /api/shared-boards-with-counts': { input: Nothing; answer: SharedBoardCard[] };
  'POST /api/reminders': { input: { words: string; idempotencyKey?: string }; answer: ListedReminder };
};

type NewNote = {
  content?: string;
  tags?: string[];
  mediaIds?: number[];
  replyTo?: number;
  idempotencyKey?: string;
};
