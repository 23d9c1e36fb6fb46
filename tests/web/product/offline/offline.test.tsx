import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { readEntries } from '../../../../web/product/offline/database';
import { logOutOrAsk } from '../../../../web/product/offline/log-out';
import { readQueue } from '../../../../web/product/offline/queue';
import { sendKept } from '../../../../web/product/offline/sender';
import { queryClient } from '../../../../web/product/query-client';
import { currentSession } from '../../../../web/product/session';
import { client } from '../../../../web/product/trpc';
import { ann, bob } from '../../../support/cast';
import { until } from '../../../support/server';
import { type Listed, openKeeping, sendAll, withDatabase, write } from '../../../support/web/keeping';

withDatabase();

test('a message whose answer was lost is not stored twice', async () => {
  await using app = await openKeeping('/tag/food');
  await until(() => queryClient.isFetching() === 0); // waits until the page has its list
  app.network.loseResponses = true;
  await write(app, 'Dumplings');
  expect(await app.listed()).toHaveLength(1);
  app.network.loseResponses = false;
  await queryClient.refetchQueries();
  await sendAll();
  expect(await app.listed()).toHaveLength(1);
  expect(await readQueue()).toEqual([]);
  await until(() => screen.getAllByText('Dumplings').length === 1);
});

test('a message for a board that was shared meanwhile is kept with the reason', async () => {
  await using app = await openKeeping('/tag/food');
  await until(() => queryClient.isFetching() === 0); // waits until the page knows its boards
  app.network.cut = true;
  await write(app, 'Only for me');
  await app.server.as(ann).post('/api/shared-boards', { name: 'food' });
  app.network.cut = false;
  await sendAll();
  expect(await app.listed()).toEqual([]);
  const [entry] = await readQueue();
  expect(entry).toMatchObject({ refusal: { why: 'changed' }, shown: { content: 'Only for me' } });
});

test('signing out asks first while something is not sent', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await write(app, 'Dumplings');
  app.network.cut = false;
  expect(await readEntries(1)).toHaveLength(1);
  await logOutOrAsk();
  expect(app.network.called).not.toContain('auth.logout');
  const shown = within(await screen.findByRole('dialog', { name: 'Not Sent Yet' }));
  await app.user.click(shown.getByRole('button', { name: 'Log Out and Delete' }));
  await until(() => app.reloads() === 1);
  expect(await readEntries(1)).toEqual([]);
});

test('what one person has written waits unseen while another is signed in', async () => {
  await using app = await openKeeping('/tag/food');
  app.network.cut = true;
  await write(app, 'A secret');
  // the page sends nothing until the server says that it works
  app.network.answer = (path) => (path === '/healthz' ? new Response(null, { status: 503 }) : undefined);
  app.network.cut = false;
  await app.signInHere(bob);
  app.network.answer = () => undefined;
  expect(await readQueue()).toEqual([]);
  await app.open('/tag/food');
  await sendKept();
  await screen.findByText('No messages found with #food');
  expect(screen.queryByText('A secret')).toBeNull();
  expect((await app.server.as(bob).get<Listed>('/api/messages')).body).toEqual([]);
  expect(await app.listed()).toEqual([]);

  await app.signInHere(ann);
  await sendAll();
  expect(await app.listed()).toMatchObject([{ content: 'A secret', tags: ['food'] }]);
});

test('who logs out without a connection sees nothing more, and the server hears of it first', async () => {
  await using app = await openKeeping('/tag/food');
  const own = app.server.as(ann);
  app.network.cut = true;
  await logOutOrAsk();
  await until(() => app.reloads() === 1);
  expect(await currentSession()).toMatchObject({ authenticated: false });
  expect((await own.get<object[]>('/api/sessions')).body).toHaveLength(1);
  app.network.cut = false;
  await client.product.get.query(); // or any other call, such as a poll before it
  expect((await own.get<object[]>('/api/sessions')).status).toBe(401);
  expect(localStorage.getItem('tagline:log-out-waits')).toBeNull();
});
