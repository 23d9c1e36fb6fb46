import { boards, type User } from '../../db/schema';
import { create } from '../../src/messages/messages';
import { sendGatheredNotifications } from '../../src/notices/notifications';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee, type Person } from '../support/cast';
import { HOUR } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { textsTo } from '../support/texts';

export function house(env: Record<string, string> = {}) {
  const app = testApp({ PUBLIC_URL: 'https://notes.example', ...env });
  app.clock.freeze(Date.UTC(2026, 0, 31, 12));
  const [owner] = [bob, ann, cho, dee].map((person) => ensureUser(app, person)) as [User];
  const id = share(app, owner, 'house', ann, cho);
  app.db.update(boards).set({ address: 'x7k2q' }).run();
  app.clock.advance(HOUR);
  const post = (content: string, sender = owner) => create(app, sender, { content, source: 'ui' });
  return { app, owner, board: id, post, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

export const test = testIn(house);

export const notificationsTo = (app: TestApp, person: Person) => textsTo(app, person, 'notification');

export const LINK = 'https://notes.example/b/x7k2q';

export function advance(app: TestApp, milliseconds: number) {
  app.clock.advance(milliseconds);
  return sendGatheredNotifications(app);
}
