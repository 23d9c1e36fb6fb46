import { expect, test } from 'bun:test';
import { messages } from '../../db/schema';
import { serve } from '../../src/http/server';
import { stopServing } from '../../src/http/stopping';
import { createSession } from '../../src/people/auth/sessions';
import { type TestApp, testApp } from '../support/app';
import { ann } from '../support/cast';
import { connect } from '../support/client';
import { ensureUser } from '../support/people';
import { openSocket } from '../support/socket';

async function startFor(app: TestApp) {
  const server = serve(app);
  const url = `http://127.0.0.1:${server.port}`;
  const [name = '', token = ''] = (await createSession(app, ensureUser(app, ann).id)).split(/[=;]/);
  const connectAgain = () => connect(url, { cookies: new Map([[name, token]]) });
  return { server, url, cookie: `${name}=${token}`, connectAgain };
}

test('a stopping server stores what it acknowledges, and never answers 503', async () => {
  await using app = testApp({ HOST: '127.0.0.1' });
  const { server, connectAgain } = await startFor(app);
  const statuses: (number | string)[] = [];
  const write = async () => {
    const client = connectAgain();
    for (;;) {
      const answer = await client.post('/api/messages', { content: 'Milk' }).catch((error) => error);
      statuses.push(answer.status ?? answer.code);
      if (answer.status !== 201) return;
    }
  };
  const writers = Array.from({ length: 30 }, write);
  while (statuses.length < 60) await Bun.sleep(1);
  await Promise.all([stopServing(app, server, 5_000), ...writers]);
  expect(statuses).not.toContain(503);
  const stored = app.db.select().from(messages).all().length;
  expect(stored).toBe(statuses.filter((status) => status === 201).length);
});

test('an upload that does not end before the stop is answered with 503', async () => {
  await using app = testApp({ HOST: '127.0.0.1' });
  const { server, url, cookie } = await startFor(app);
  const answer = Promise.withResolvers<string>();
  const upload = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(url).port),
    socket: {
      data: (_, bytes) => answer.resolve(bytes.toString()),
      close: () => answer.resolve('closed without an answer'),
    },
  });
  const head = [
    'POST /api/media HTTP/1.1',
    'Host: 127.0.0.1',
    `Cookie: ${cookie}`,
    'Content-Length: 1000000',
  ];
  upload.write(`${[...head, 'Content-Type: multipart/form-data; boundary=x'].join('\r\n')}\r\n\r\n--x\r\n`);
  while (server.pendingRequests === 0) await Bun.sleep(1);
  await stopServing(app, server, 300);
  expect(await answer.promise).toMatch(/^HTTP\/1.1 503 .*retry-after: 5.*The server is restarting/is);
  upload.end();
});

test('a stop tells open pages to reconnect, and accepts no new connection', async () => {
  await using app = testApp({ HOST: '127.0.0.1' });
  const { server, url, connectAgain } = await startFor(app);
  await using page = await openSocket({ url }, connectAgain());
  const stopping = stopServing(app, server, 5_000);
  expect(await page.closed()).toMatchObject({ code: 1012 });
  await stopping;
  await expect(connectAgain().get('/api/messages')).rejects.toThrow();
});
