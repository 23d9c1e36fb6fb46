import { expect, test } from 'bun:test';
import { stopPath } from '../../src/outbox/mail';
import { findUser } from '../../src/people/users';
import { ANNS, tokenFor } from '../notices/mail/world';
import { ann, bob } from '../support/cast';
import { DAY } from '../support/clock';
import { ensureUser } from '../support/people';
import { testServer } from '../support/server';

test('an address is confirmed by a click, once, within a day, for one account', async () => {
  await using server = await testServer();
  const { app } = server;
  const [user, other] = [ensureUser(app, ann), ensureUser(app, bob)];
  const ask = (token: string, method = 'GET', headers = {}) =>
    fetch(`${app.publicUrl}/mail/confirm/${token}`, { method, headers });
  const late = await tokenFor(app, user, ANNS);
  app.clock.advance(DAY + 1);
  expect((await ask(late, 'POST')).status).toBe(404);
  const token = await tokenFor(app, user, ANNS);
  const page = await ask(token);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Confirm this address')]);
  expect(findUser(app, user.id)).toMatchObject({ mailAddress: null }); // programs look at links
  expect((await ask(token, 'POST', { origin: 'https://evil.example' })).status).toBe(403);
  expect((await ask(token, 'POST')).status).toBe(200);
  expect(findUser(app, user.id)).toMatchObject({ mailAddress: ANNS, byMail: true });
  expect((await ask(token, 'POST')).status).toBe(404);
  app.clock.advance(DAY);
  expect((await ask(await tokenFor(app, other, ANNS), 'POST')).status).toBe(409);
});

test('mails end by one click from anywhere, and only by a link to the present address', async () => {
  await using server = await testServer();
  const { app } = server;
  const user = ensureUser(app, ann);
  const token = await tokenFor(app, user, ANNS);
  await fetch(`${app.publicUrl}/mail/confirm/${token}`, { method: 'POST' });
  const stop = (method: string, address = ANNS, id = user.id) =>
    fetch(app.publicUrl + stopPath(app, id, address), {
      method,
      ...(method === 'POST' && {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      }),
    });
  expect((await stop('POST', 'other@example.org')).status).toBe(404);
  expect((await stop('GET')).status).toBe(200);
  expect(findUser(app, user.id)).toMatchObject({ byMail: true });
  expect((await stop('POST')).status).toBe(200);
  expect(findUser(app, user.id)).toMatchObject({ byMail: false, mailAddress: ANNS });
});
