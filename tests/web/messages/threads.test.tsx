import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import type { Message } from '../../../src/contract/messages';
import { countNew, groupThreads } from '../../../web/messages/thread/group-threads';
import { FIRST_PAGE } from '../../../web/product/first-page';
import { ann, bob } from '../../support/cast';
import { house } from '../../support/house';
import { until } from '../../support/server';
import { type App, openApp } from '../../support/web/open-app';

const quote = { content: '', tags: ['house'], senderDisplayName: 'Ann', mediaType: null };
const message = (id: number, replyTo: number | null = null, tags = ['house']) =>
  ({ id, replyTo, quote: replyTo === null ? null : { ...quote, tags }, senderId: id % 2 }) as Message;

const ids = (list: readonly Message[] | undefined) => list?.map(({ id }) => id);

test('replies stand under their message, also those to replies, the oldest first', () => {
  const list = [message(5), message(4, 3), message(3, 1), message(2, 1), message(1)];
  const { cards, replies } = groupThreads(list, { board: 'house' });
  expect(ids(cards)).toEqual([5, 1]);
  expect(ids(replies.get(1))).toEqual([2, 3, 4]);
});

test('a reply to a message that is not on the board is a card of its own', () => {
  const list = [message(3, 2), message(2, 1, ['other'])];
  const { cards, replies } = groupThreads(list, { board: 'house' });
  expect(ids(cards)).toEqual([2]);
  expect(ids(replies.get(2))).toEqual([3]);
});

test('a reply waits until its message is loaded, but not beyond the end of the list', () => {
  const list = [message(4, 3), message(3, 1), message(2)];
  expect(ids(groupThreads(list, { board: 'house', hasMore: true }).cards)).toEqual([2]);
  expect(ids(groupThreads(list, { board: 'house' }).cards)).toEqual([3, 2]);
});

test('what has not changed stays the same object', () => {
  const list = [message(3), message(2, 1), message(1)];
  const previous = groupThreads(list, { board: 'house' });
  const next = groupThreads([message(5, 3), ...list], { board: 'house', previous });
  expect(next.cards).toBe(previous.cards);
  expect(next.replies.get(1)).toBe(previous.replies.get(1)!);
});

test('a reply is new if somebody else sent it after the last look', () => {
  const replies = [message(1), message(2), message(3), message(-1)];
  expect(countNew(replies, 1, 0)).toBe(1);
  expect(countNew(replies, undefined, 0)).toBe(0);
});

test('a person answers on a board: at once, once, and the draft is kept until then', async () => {
  await using app = await openApp('/tag/house', { as: ann });
  const { server, user, network } = app;
  const his = await server.introduce(bob);
  house(server.app);
  const { body } = await his.post<Message>('/api/messages', { content: 'Lamp?', tags: ['house'] });

  const open = await screen.findByRole('button', { name: 'Reply to Bob Ray' });
  await user.click(open);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Bob Ray' });
  expect(document.activeElement).toBe(field);
  await screen.findByText('seen by 1 person');
  await user.type(field, 'Yes #please');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Reply to Bob Ray' })).toBeNull();
  expect(document.activeElement).toBe(open);

  await user.click(open);
  const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Bob Ray' });
  expect(again.value).toBe('Yes #please');
  network.cut = true;
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Failed to add the reply');
  await until(() => screen.queryByRole('list', { name: /^1 reply/ }) === null);
  expect(again.value).toBe('Yes #please');
  network.cut = false;
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  const replies = await screen.findByRole('list', { name: '1 reply to Bob Ray' });
  await within(replies).findByText('Yes #please');
  await until(() => again.value === '');
  await screen.findByRole('button', { name: 'Reply to Bob Ray, 1 reply' });
  const { body: stored } = await his.get<Message[]>('/api/messages/tag/house');
  expect(stored).toMatchObject([{ replyTo: body.id, tags: ['house'] }, { replies: 1 }]);
});

test('among all texts a reply quotes its message and leads to the thread', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  const hers = app.server.as(ann);
  const { body } = await hers.post<Message>('/api/messages', { content: 'Where to eat?', tags: ['food'] });
  for (let n = 0; n < 5; n++)
    await hers.post('/api/messages', { content: n === 1 ? 'The ramen place' : `No. ${n}`, replyTo: body.id });
  const card = (await screen.findByText('The ramen place')).closest('article')!;
  await app.user.click(within(card).getByRole('link', { name: /Where to eat\?/ }));
  const replies = await screen.findByRole('list', { name: '5 replies to Ann Lee' });
  expect(within(replies).getAllByRole('listitem')).toHaveLength(5);
  await until(() => document.activeElement?.textContent?.includes('The ramen place') ?? false);
});

test('the page of a thread that one does not see says so', async () => {
  await using _ = await openApp('/thread/4711', { as: ann });
  await screen.findByText('This message is not there (any more)');
});

const post = async ({ server }: App, input: object) =>
  (await server.as(ann).post<{ id: number }>('/api/messages', input)).body.id;

test('a link to a reply opens the card of its message', async () => {
  await using app = await openApp('/reminders', { as: ann });
  const asked = await post(app, { content: 'Which lamp?', tags: ['house'] });
  const reply = await post(app, { content: 'The green one', replyTo: asked });
  await post(app, { content: 'Chairs', tags: ['house'] });
  await app.open(`/tag/private/house#message-${reply}`);
  await until(() => document.activeElement?.getAttribute('data-id') === `${asked}`);
});

test('a link to a message further down its board opens the thread of the message', async () => {
  await using app = await openApp('/reminders', { as: ann });
  const lamp = await post(app, { content: 'Which lamp? #house' });
  for (let chair = 1; chair <= FIRST_PAGE; chair++) await post(app, { content: `Chair ${chair} #house` });
  await app.open(`/tag/private/house#message-${lamp}`);
  await screen.findByText('Which lamp?');
  expect(app.path()).toBe(`/thread/${lamp}`);
});

test('a link to a message that came after the list was fetched opens its board', async () => {
  await using app = await openApp('/tag/private/house', { as: ann });
  await post(app, { content: 'Which lamp? #house' });
  await screen.findByText('Which lamp?');
  const chair = await post(app, { content: 'Chair #house' });
  await app.open(`/tag/private/house#message-${chair}`);
  await until(() => document.activeElement?.getAttribute('data-id') === `${chair}`);
  expect(app.path()).toBe('/tag/private/house');
});

test('a link to a message that was deleted says so', async () => {
  await using app = await openApp('/reminders', { as: ann });
  await app.server.text(ann, 'Chairs #house');
  await app.open('/tag/private/house#message-4711');
  await screen.findByText('This message is not there (any more)');
});
