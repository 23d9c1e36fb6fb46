import { expect, test } from 'bun:test';
import { fireEvent, screen } from '@testing-library/react';
import type { Digest } from '../../../src/contract/digest-times';
import { ann } from '../../support/cast';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

test('a person chooses when a digest comes, for all boards and for one', async () => {
  await using app = await openApp('/notifications', { as: ann });
  const hers = app.server.as(ann);
  await hers.post('/api/shared-boards', { name: 'house' });
  const stored = async () => (await hers.get<Digest[]>('/api/digests')).body;
  const all = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'When to tell me about all boards',
  });
  expect(all.value).toBe('off');
  await app.user.selectOptions(all, 'One digest a day');
  const time = await screen.findByLabelText('Time of the digest about all boards');
  fireEvent.change(time, { target: { value: '18:30' } });
  fireEvent.blur(time);
  await until(async () => (await stored())[0]?.time === '18:30');
  await app.user.selectOptions(
    screen.getByRole('combobox', { name: 'When to tell me about #house' }),
    'One digest a week',
  );
  const day = await screen.findByRole('combobox', { name: 'Day of the digest about #house' });
  await app.user.selectOptions(day, 'Friday');
  await until(async () => (await stored())[1]?.weekday === 5);
  await app.user.selectOptions(
    screen.getByRole('combobox', { name: 'When to tell me about all boards' }),
    'Each post at once',
  );
  await until(async () => (await stored()).length === 1);
  // after a board is muted, its digest cannot be chosen
  await app.user.click(screen.getByRole('switch', { name: /house/ }));
  await until(() => screen.queryByRole('combobox', { name: 'When to tell me about #house' }) === null);
});

test('a person chooses to be asked each evening, when, and the board of the answers', async () => {
  await using app = await openApp('/profile', { as: ann });
  const stored = async () => (await app.server.as(ann).get('/api/evening-question')).body;
  const ask = await screen.findByLabelText<HTMLInputElement>('Ask me each day');
  await until(() => !ask.disabled);
  await app.user.click(ask);
  const board = await screen.findByLabelText('Board of your answers');
  await until(async () => Bun.deepEquals(await stored(), { time: '20:00', tag: 'diary' }));
  fireEvent.change(board, { target: { value: 'My Journal' } });
  fireEvent.blur(board);
  await until(async () => Bun.deepEquals(await stored(), { time: '20:00', tag: 'my-journal' }));
  await until(() => !ask.disabled);
  fireEvent.change(screen.getByLabelText('Time of the evening question'), { target: { value: '21:15' } });
  fireEvent.blur(screen.getByLabelText('Time of the evening question'));
  await until(async () => Bun.deepEquals(await stored(), { time: '21:15', tag: 'my-journal' }));
  await until(() => !ask.disabled);
  await app.user.click(ask);
  await until(async () => (await stored()) === null);
});
