import { transaction } from '../../db/open';
import type { App } from '../../src/app/app';
import { create } from '../../src/messages/messages';
import { ann } from '../../tests/support/cast';
import { ensureUser } from '../../tests/support/people';

const BOARDS = 100;
/** Number of messages that are stored. */
export const CARDS = 10_000;
const WORDS = 'try the ramen place on fifth go early and ask for the window seat it is quiet there'.split(
  ' ',
);

/** Stores the messages, each with 3 to 42 words, in equal numbers on all boards. */
export function fill(app: App): void {
  const user = ensureUser(app, ann);
  transaction(app.db, () => {
    for (let n = 0; n < CARDS; n++) {
      const content = Array.from({ length: 3 + ((n * 7) % 40) }, (_, at) => WORDS[(n + at) % WORDS.length]);
      create(app, user, {
        content: content.join(' '),
        tags: [`board-${n % BOARDS}`],
        source: 'sms',
        at: app.now() - (CARDS - n) * 60_000,
      });
    }
  });
}
