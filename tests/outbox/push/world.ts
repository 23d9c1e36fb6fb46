import type { User } from '../../../db/schema';
import type { PushNotice } from '../../../src/contract/push';
import { create } from '../../../src/messages/messages';
import { pushKeys } from '../../../src/outbox/push/keys';
import { subscribe } from '../../../src/outbox/push/subscriptions';
import { type DuePush, dispatchPushes } from '../../../src/outbox/pushing';
import { createSession, findSession } from '../../../src/people/auth/sessions';
import { type TestApp, testApp } from '../../support/app';
import { ann, bob, type Person } from '../../support/cast';
import { HOUR } from '../../support/clock';
import { share } from '../../support/house';
import { ensureUser } from '../../support/people';
import { openPushService, type Subscription } from '../../support/push-service';
import { testIn } from '../../support/test-in';

export async function house(env: Record<string, string> = {}) {
  const service = await openPushService();
  const app = testApp({ PUBLIC_URL: 'https://notes.example', ...env }, undefined, service);
  const [owner, member] = [bob, ann].map((person) => ensureUser(app, person)) as [User, User];
  const board = share(app, owner, 'house', ann);
  app.db.$client.run('delete from outbox');
  app.clock.advance(HOUR);

  return {
    app,
    service,
    owner,
    member,
    board,
    post: (content: string, sender = owner) => create(app, sender, { content, source: 'ui' }),
    async push(content: string) {
      const id = create(app, owner, { content, source: 'ui' });
      await pushDue(app);
      return id;
    },
    async browser(person: Person = ann, showsText = false) {
      const user = ensureUser(app, person);
      const cookie = (await createSession(app, user.id)).split(';')[0]!;
      const subscription = service.subscribe(pushKeys(app).publicKey);
      const session = findSession(app, cookie)!.id;
      const { id } = subscribe(app, user, session, { ...subscription, showsText });
      return { ...subscription, id, cookie, session };
    },
    shown: (browser: Subscription): PushNotice[] =>
      service.received(browser).map(({ text }) => JSON.parse(text)),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

export const testHouse = testIn(() => house());

export async function pushDue(app: TestApp): Promise<void> {
  const due = app.db.$client
    .query<DuePush, [number]>(
      `select id, phone, kind, attempts, created_at as createdAt, push from outbox
        where state = 'pushing' and next_at <= ?`,
    )
    .all(app.now());
  await Promise.all(dispatchPushes(app, due, 60_000).map(({ ended }) => ended));
}

export const statesOf = (app: TestApp, { phone }: Person): string[] =>
  app.outbox(phone).map(({ kind, state }) => `${kind} ${state}`);
