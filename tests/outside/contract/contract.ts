import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { inbound, media, outbox } from '../../../db/schema';
import { enqueue, hasStopped } from '../../../src/outbox/outbox';
import { fetchMissedReports } from '../../../src/outbox/reports';
import { receiveMissedTexts } from '../../../src/texting/missed-texts';
import { bob, cho } from '../../support/cast';
import { DAY, MINUTE, SECOND } from '../../support/clock';
import { png } from '../../support/pictures';
import { type TestServer, testServer, until } from '../../support/server';
import { messagesOf } from '../../support/texts';
import type { Arrival, LineUnderTest, StandIn } from './stand-in';

export function describeGateway<S extends StandIn>(line: LineUnderTest<S>): void {
  const { name, start, spellings, signed, faults, network = true } = line;
  const story = (promise: string, act: (world: Awaited<ReturnType<typeof setUp<S>>>) => Promise<void>) =>
    test(promise, async () => {
      await using world = await setUp(start);
      await act(world);
    });
  describe(`texts over ${name}`, () => {
    story(
      'a text that comes thrice, is listed and replayed is one message',
      async ({ server, standIn, app }) => {
        const text = await standIn.receive(server, bob.phone, 'Milk #food');
        const replay = text.sign();
        for (let n = 0; n < 3; n++) expect((await text.sign()()).ok).toBe(true);
        await receiveMissedTexts(app);
        app.clock.advance(DAY);
        await replay();
        expect(messagesOf(app, bob)).toEqual(['Milk #food']);
        expect(app.db.select().from(inbound).all()).toHaveLength(1);
      },
    );

    story('equal texts of one person are two messages', async ({ server, standIn, app }) => {
      for (let n = 0; n < 2; n++) {
        await deliver(await standIn.receive(server, bob.phone, 'Milk'));
        app.clock.advance(5 * MINUTE);
      }
      expect(messagesOf(app, bob)).toEqual(['Milk', 'Milk']);
    });

    if (signed)
      story('a forged request is refused, and nothing of it is stored', async ({ server, standIn, app }) => {
        const text = await standIn.receive(server, bob.phone, 'Transfer 1000');
        const forgeries = Object.entries(text.forgeries);
        expect(forgeries.length).toBeGreaterThan(2);
        for (const [forgery, send] of forgeries)
          expect({ forgery, status: (await send()).status }).toEqual({ forgery, status: 403 });
        expect(app.db.select().from(inbound).all()).toEqual([]);
        await deliver(text);
        expect(messagesOf(app, bob)).toEqual(['Transfer 1000']);
      });

    if (signed === 'with its time')
      story('a request that was signed ten minutes ago is refused', async ({ server, standIn, app }) => {
        const text = await standIn.receive(server, bob.phone, 'Milk');
        const send = text.sign();
        app.clock.advance(10 * MINUTE);
        expect((await send()).status).toBe(403);
        expect(app.db.select().from(inbound).all()).toEqual([]);
      });

    story('texts that came while the server was down are taken in once', async ({ server, standIn, app }) => {
      await standIn.receive(server, bob.phone, 'Lost #food');
      const later = await standIn.receive(server, cho.phone, 'Arrived');
      await deliver(later);
      await receiveMissedTexts(app);
      await receiveMissedTexts(app);
      const lost = app.sms.can.catchUp ? ['Lost #food'] : [];
      await until(() => messagesOf(app, bob).length === lost.length);
      expect(messagesOf(app, bob)).toEqual(lost);
      expect(messagesOf(app, cho)).toEqual(['Arrived']);
    });

    story('a sender in national form is the same person', async ({ server, standIn, app }) => {
      for (const [n, from] of [bob.phone, ...spellings].entries()) {
        app.clock.advance(5 * MINUTE);
        await deliver(await standIn.receive(server, from, `Text ${n}`));
      }
      expect(messagesOf(app, bob)).toEqual([bob.phone, ...spellings].map((_, n) => `Text ${n}`));
    });

    story('a photo of a text is stored', async ({ server, standIn, app }) => {
      const photo = { type: 'image/png', bytes: png(4, 4) };
      await deliver(await standIn.receive(server, bob.phone, 'Look', [photo]));
      if (!app.sms.can.receiveMedia) return;
      const stored = await until(() => {
        const row = app.db.select().from(media).get();
        return row?.file ? row : null;
      });
      expect(stored).toMatchObject({ type: 'image/png', width: 4, height: 4, origin: null });
    });

    for (const [fault, { begin, end }] of Object.entries(faults))
      story(`a text is sent once although ${fault}`, async ({ server, standIn, app }) => {
        await begin(standIn, server, bob.phone);
        const row = send(server, bob.phone, 'Only once');
        await until(() => row().sid ?? row().error);
        await end?.(standIn, server, bob.phone);
        await untilSent(server, bob.phone);
        // sends a later text; once the service has accepted it, the server does not try to send the earlier
        // text again
        app.clock.advance(2 * MINUTE);
        send(server, cho.phone, 'Later');
        await untilSent(server, cho.phone);
        expect(standIn.sentTo(server, bob.phone)).toEqual(['Only once']);
        expect(row().state).not.toBe('sending');
      });

    if (network)
      story('a text waits while the service is gone', async ({ server, standIn }) => {
        await standIn[Symbol.asyncDispose]();
        const row = send(server, bob.phone, 'Later');
        await until(() => row().error);
        expect(['queued', 'sending']).toContain(row().state);
        expect(row().sid).toBeNull();
      });

    story('the state and the price of a text are known', async ({ server, standIn, app }) => {
      await standIn.failTo(server, cho.phone);
      const delivered = send(server, bob.phone, 'Hello');
      const failed = send(server, cho.phone, 'Hello');
      await untilSent(server, bob.phone);
      await untilSent(server, cho.phone);
      await standIn.settle(server);
      await until(async () => {
        await fetchMissedReports(app);
        return failed().state === 'failed' && delivered().state === 'delivered';
      });
      const price = delivered().price;
      if (app.sms.can.tellPrices) expect(price).toMatch(/^-\d+\.\d+ [A-Z]{3}$/);
      else expect(price).toBeNull();
      expect(server.app.outbox(cho.phone)).toHaveLength(1); // a failed text is not sent again
    });

    story('STOP ends texts to a number, and START allows them again', async ({ server, standIn, app }) => {
      await deliver(await standIn.receive(server, bob.phone, 'STOP'));
      expect(hasStopped(app, bob.phone)).toBe(true);
      expect(enqueue(app, { to: bob.phone, body: 'Hello', kind: 'reply' })).toBe(false);
      const weAnswer = !app.sms.can.answerStop;
      if (weAnswer) await untilSent(server, bob.phone);
      app.clock.advance(MINUTE);
      await deliver(await standIn.receive(server, bob.phone, 'STOP')); // a second STOP gets no answer
      app.clock.advance(MINUTE);
      await deliver(await standIn.receive(server, bob.phone, 'START'));
      expect(hasStopped(app, bob.phone)).toBe(false);
      expect(app.outbox(bob.phone).map(({ kind }) => kind)).toEqual(weAnswer ? ['stop', 'reply'] : []);
      if (!weAnswer) return;
      await until(() => standIn.sentTo(server, bob.phone).length === 2);
      expect(standIn.sentTo(server, bob.phone)).toEqual([
        expect.stringContaining('Reply START'),
        expect.stringContaining('STOP to opt out'),
      ]);
    });

    story('doctor finds a wrong password, and no fault in the right one', async ({ standIn, app }) => {
      const [first] = await app.sms.examine();
      expect(first?.state).toBe('good');
      if (!standIn.wrongPassword) return;
      await using other = await testServer({ env: { ...standIn.environment, ...standIn.wrongPassword } });
      const findings = await other.app.sms.examine();
      expect(findings.some(({ state }) => state === 'bad')).toBe(true);
      expect(JSON.stringify(findings)).not.toContain(Object.values(standIn.wrongPassword)[0]!);
    });
  });
}

async function setUp<S extends StandIn>(start: LineUnderTest<S>['start']) {
  let clock: { now(): number } = Date;
  const standIn = await start(() => clock.now());
  const server = await testServer({ env: standIn.environment });
  const { app } = server;
  clock = app.clock;
  if (app.sms.can.catchUp) await until(() => app.db.$client.query('select 1 from sync_cursors').get());
  return {
    app,
    server,
    standIn,
    async [Symbol.asyncDispose]() {
      // stops the service before the server, because the worker would wait for the service's slow answers
      await standIn[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function deliver(text: Arrival) {
  const answer = await text.sign()();
  expect({ ok: answer.ok, answer: await answer.text() }).toMatchObject({ ok: true });
}

function send({ app }: TestServer, to: string, body: string) {
  enqueue(app, { to, body, kind: 'reply' });
  const rowOf = () => app.db.select().from(outbox).where(eq(outbox.phone, to)).get()!;
  app.wakeOutbox();
  return rowOf;
}

const untilSent = ({ app }: TestServer, to: string) =>
  until(() => {
    app.clock.advance(2 * SECOND);
    app.wakeOutbox();
    return app.db.select().from(outbox).where(eq(outbox.phone, to)).get()?.sid;
  });
