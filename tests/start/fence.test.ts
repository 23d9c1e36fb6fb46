import { afterEach, expect, spyOn, test } from 'bun:test';
import { durable } from '../../src/app/durable';
import { extendLease, uptime } from '../../src/app/owner';
import { sendMails } from '../../src/notices/mail/mailing';
import { enqueue, enqueueMail } from '../../src/outbox/outbox';
import { world as hooksWorld } from '../messages/hooks/world';
import { confirmAddress, mailsTo } from '../notices/mail/world';
import { FAST } from '../operators/broadcasting';
import { house } from '../outbox/push/world';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { HOUR } from '../support/clock';
import { post } from '../support/house';
import { ensureUser } from '../support/people';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

const holdFor = (milliseconds: number) =>
  extendLease({ id: 'a', host: 'b', epoch: 1, until: uptime() + milliseconds });

/** Ends the lease of this process, and returns how often the process would have ended itself. */
function endLease() {
  const kill = spyOn(process, 'kill').mockImplementation(() => {
    throw new Error('This process has ended.');
  });
  const timers = spyOn(globalThis, 'setTimeout').mockImplementation((() => ({ unref() {} })) as never);
  holdFor(-60_000);
  timers.mockRestore();
  return kill;
}

afterEach(() => {
  spyOn(process, 'kill').mockRestore();
  holdFor(1e9);
});

/** Each returns what was sent. */
const ACTS: Record<string, () => Promise<{ send(): Promise<unknown>; sent(): unknown[]; end(): unknown }>> = {
  async text() {
    const twilio = await startTwilio();
    const server = await testServer({ twilio, env: FAST });
    return {
      send: async () => enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'reply' }),
      sent: () => twilio.sentTo(bob.phone),
      end: () => Promise.all([server[Symbol.asyncDispose](), twilio[Symbol.asyncDispose]()]),
    };
  },
  async push() {
    const world = await house();
    const browser = await world.browser();
    return {
      send() {
        world.app.clock.advance(HOUR); // else it waits for others
        return world.push('Lamp #house');
      },
      sent: () => world.service.received(browser),
      end: () => world[Symbol.asyncDispose](),
    };
  },
  async mail() {
    const app = testApp();
    const user = ensureUser(app, ann);
    await confirmAddress(app, user);
    const before = mailsTo(app, user).length;
    return {
      async send() {
        enqueueMail(app, ann.phone, {
          to: 'ann@example.org',
          subject: 'Hi',
          words: 'Hi',
          isAsked: true,
        } as never);
        await sendMails(app);
      },
      sent: () => mailsTo(app, user).slice(before),
      end: () => app[Symbol.asyncDispose](),
    };
  },
  async webhook() {
    const w = hooksWorld();
    w.make(w.owner, '/ann');
    return {
      async send() {
        post(w.app, w.owner, 'Lamp');
        await w.send();
      },
      sent: () => w.receiver.calls,
      end: () => w[Symbol.asyncDispose](),
    };
  },
  async 'answer to a write'() {
    const app = testApp();
    const answers: string[] = [];
    return {
      send: () => durable(app).then(() => answers.push('201')),
      sent: () => answers,
      end: () => app[Symbol.asyncDispose](),
    };
  },
};

for (const [name, prepare] of Object.entries(ACTS))
  test(`no ${name} leaves after the lease is over`, async () => {
    holdFor(60_000);
    const act = await prepare();
    await act.send();
    await until(() => act.sent().length === 1);
    const kill = endLease();
    await act.send().catch(() => {});
    await until(() => kill.mock.calls.length > 0);
    await Bun.sleep(50);
    expect(act.sent()).toHaveLength(1);
    spyOn(process, 'kill').mockRestore();
    holdFor(1e9);
    await act.end();
  });
