import { expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { startReceiver, status } from '../messages/hooks/world';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { FAILED_REQUEST, visit } from '../support/visit';

test('a webhook is added, tried out, sent again, and gets what is posted', async () => {
  const receiver = startReceiver();
  const { page, server, looksRightEverywhere } = await visit('/profile', {
    env: { WEBHOOK_ALLOW: '127.0.0.1' },
    expected: FAILED_REQUEST,
  });
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address', { exact: true }).fill('http://10.0.0.8/');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('must be a public one with https').first().waitFor();
  await page.getByLabel('Address', { exact: true }).fill(receiver.url('/hook'));
  await page.getByLabel('A reminder is due').uncheck();
  await looksRightEverywhere('webhook-new');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await page.getByLabel('Secret of the webhook').inputValue();
  const webhook = new Webhook(secret);
  await looksRightEverywhere('webhook-secret');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('6 events').waitFor();

  receiver.plan('/hook', status(500));
  await page.getByRole('button', { name: /^Change the webhook to 127/ }).click();
  await looksRightEverywhere('webhook-change');
  await page.getByRole('button', { name: 'Test and log' }).click();
  await page.getByText('Nothing was sent yet.').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('To be tried again: It answered 500.').waitFor();
  await page.getByText(/^Taken, 204/).waitFor({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Send test again' }).click();
  await until(() => receiver.calls.length === 3);
  await server.as(ann).post('/api/messages', { content: 'Lamp', tags: ['house'] });
  await until(() => receiver.calls.length === 4);
  const types = receiver.calls.map(({ body, headers }) => webhook.verify(body, headers) as { type: string });
  expect(types.map(({ type }) => type)).toEqual(['test', 'test', 'test', 'message.created']);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Change the webhook to 127/ }).click();
  await page.getByRole('button', { name: 'New secret' }).click();
  expect(await page.getByLabel('Secret of the webhook').inputValue()).not.toBe(secret);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Change the webhook to 127/ }).click();
  await page.getByText('signed with the former secret as well').waitFor();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Switched off', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^Change the webhook to 127/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove it for good' }).click();
  await page.getByText('The webhook is removed').first().waitFor();
  await until(async () => (await server.as(ann).get<unknown[]>('/api/hooks')).body.length === 0);
  await receiver.stop();
});

test('a board and a search get feeds, which the profile lists', async () => {
  const { page, server, looksRightEverywhere } = await visit(null);
  await server.as(ann).post('/api/messages', { content: 'Ramen place', tags: ['food'] });
  await page.goto('/tag/food');
  await page.getByRole('button', { name: 'Actions for #food' }).click();
  await page.getByRole('menuitem', { name: 'Feed' }).click();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = await page.getByLabel('Address of the feed').inputValue();
  expect((await server.stranger().get(new URL(address).pathname)).text).toContain('Ramen place');
  await looksRightEverywhere('feed');
  await page.goto('/search?q=ramen&board=food');
  await page.getByRole('button', { name: 'Feed of this search' }).click();
  await page.getByText('"ramen #food"').waitFor();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const found = await page.getByLabel('Address of the feed').inputValue();
  expect((await server.stranger().get(new URL(found).pathname)).text).toContain('Ramen place');
  await page.goto('/profile');
  await page.getByText('ramen #food').waitFor();
  await page.getByRole('button', { name: 'Show the feed of #food' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The present address never works again.').waitFor();
  const question = page.getByRole('dialog', { name: 'End the Address' });
  await question.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The address has ended').first().waitFor();
  expect((await server.stranger().get(new URL(address).pathname)).status).toBe(404);
});
