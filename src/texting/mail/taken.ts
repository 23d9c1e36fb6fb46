import type { User } from '../../../db/schema';
import type { Board } from '../../boards/boards';

/** Whose a mail is, by the address that it was sent to. */
export type Recipient =
  | { kind: 'person'; user: User }
  | { kind: 'board'; user: User; board: Board }
  /** Its writer is known only after its data. */
  | { kind: 'common' }
  | { kind: 'reply' | 'bounce'; local: string };

/** What became of a mail; `userId` is null for a bounce. */
export type Taken = {
  kind: 'message' | 'command' | 'reply' | 'bounce' | 'empty' | 'no room';
  userId: number | null;
  messageId?: number | null;
};
