import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { edit } from './editing';
import { boardsOfReply } from './placements';

/** Makes a reply of a note, which moves to the boards of the answered message. */
export function answerWith(app: App, sender: User, noteId: number, answeredId: number): void {
  transaction(app.db, () => {
    const tags = boardsOfReply(app, sender, answeredId).map(({ tag }) => tag);
    statements(app.db).setReplyTo.run({ note: noteId, answered: answeredId });
    edit(app, sender, noteId, { tags });
  });
}

const statements = prepared(({ $client }) => ({
  setReplyTo: $client.prepare<unknown, { note: number; answered: number }>(`
    update messages set reply_to_id = $answered where id = $note`),
}));
