import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { addAddress } from '../../../src/contract/share';
import { ann } from '../../support/cast';
import { until } from '../../support/server';
import { type App, openApp } from '../../support/web/open-app';

const dialog = () => screen.findByRole('dialog');

type Card = { content: string; tags: string[]; source: string };

async function save({ user, server }: App, submit: HTMLElement) {
  await user.click(submit);
  await screen.findByText('Message added');
  expect(screen.queryByRole('dialog')).toBeNull();
  return (await server.as(ann).get<Card[]>('/api/messages')).body;
}

async function openDialog({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'Add Card' }));
  const shown = within(await dialog());
  return {
    shown,
    text: await shown.findByLabelText<HTMLTextAreaElement>('Message'),
    submit: shown.getByRole<HTMLButtonElement>('button', { name: 'Add Message' }),
  };
}

test('a message added on a board goes to that board', async () => {
  await using app = await openApp('/tag/food', { as: ann });
  const { text, submit } = await openDialog(app);
  expect(submit.disabled).toBe(true);
  await app.user.type(text, 'Dumplings on Sunday');
  expect(await save(app, submit)).toMatchObject([
    { content: 'Dumplings on Sunday', tags: ['food'], source: 'ui' },
  ]);
});

test('chosen boards replace the open one; Enter adds each only once', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  const { shown, text, submit } = await openDialog(app);
  const field = shown.getByPlaceholderText<HTMLInputElement>('Add new hashtag...');
  await app.user.type(field, '##Week End{Enter}');
  expect(shown.getByText('#week-end')).toBeTruthy();
  await app.user.type(field, 'week-end{Enter}');
  await screen.findByText('Duplicate Tag');
  expect(field.value).toBe('');
  await app.user.type(text, 'Sleep');
  expect((await save(app, submit))[0]?.tags).toEqual(['week-end']);
});

test('a hashtag left in the text field counts as chosen', async () => {
  await using app = await openApp('/tag/food', { as: ann });
  const { shown, text, submit } = await openDialog(app);
  await app.user.type(text, 'Sleep');
  await app.user.type(shown.getByPlaceholderText('Add new hashtag...'), '#Week End');
  expect(shown.getByText('Goes to #week-end')).toBeTruthy();
  expect((await save(app, submit))[0]?.tags).toEqual(['week-end']);
});

test('a double click adds one message', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  const { text, submit } = await openDialog(app);
  await app.user.type(text, 'Only once');
  submit.click();
  // runs only the microtask queue, and no timer, as on a slow phone
  for (let turn = 0; turn < 50; turn++) await null;
  submit.click();
  await screen.findByText('Message added');
  await until(() => !screen.queryByRole('dialog'));
  const { body } = await app.server.as(ann).get<Card[]>('/api/messages');
  expect(body).toHaveLength(1);
});

test('a draft survives closing the dialog and is deleted by saving', async () => {
  await using app = await openApp('/tag/food', { as: ann });
  const first = await openDialog(app);
  await app.user.type(first.text, 'Half a thought');
  await app.user.click(first.shown.getByRole('button', { name: 'Cancel' }));
  expect(localStorage.getItem('tagline:draft:1:food')).toBe('Half a thought');
  const again = await openDialog(app);
  expect(again.text.value).toBe('Half a thought');
  await save(app, again.submit);
  expect(localStorage.getItem('tagline:draft:1:food')).toBeNull();
});

test('a board name that is taken cannot be created again', async () => {
  await using app = await openApp('/', { as: ann });
  await app.server.text(ann, 'Ramen #food');
  await screen.findAllByText('#food');
  await app.user.click(screen.getByRole('button', { name: 'Create private board' }));
  const shown = within(await dialog());
  await app.user.type(await shown.findByLabelText('Board name'), 'Food');
  expect(shown.getByText('You already have #food')).toBeTruthy();
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Create Board' }).disabled).toBe(true);
});

test('saving again after a lost response adds no second message', async () => {
  await using app = await openApp('/tag/food', { as: ann });
  const first = await openDialog(app);
  await app.user.type(first.text, 'Dumplings');
  app.network.loseResponses = true;
  await app.user.click(first.submit);
  await screen.findByText('Failed to add message');
  app.network.loseResponses = false;
  await app.user.click(first.shown.getByRole('button', { name: 'Cancel' }));
  const again = await openDialog(app);
  expect(again.text.value).toBe('Dumplings');
  expect(await save(app, again.submit)).toHaveLength(1);
});

test('photos that were shared without a worker are named as missing, and the text is there', async () => {
  await using app = await openApp(addAddress({ text: 'The sea' }, 'missing'), { as: ann });
  const text = await within(await dialog()).findByLabelText<HTMLTextAreaElement>('Message');
  expect(text.value).toBe('The sea');
  await screen.findByText('The shared photos did not arrive. Add them here.');
  expect(app.path()).toBe('/add');
});
