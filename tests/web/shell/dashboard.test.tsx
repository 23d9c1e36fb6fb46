import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { fileWord, inOneLine, withoutLastHashtags } from '../../../web/shell/dashboard/card-text';
import { ann, bob } from '../../support/cast';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

const cards = () => {
  const list = screen.queryByRole('list', { name: 'Boards' });
  return [...(list?.children ?? [])].map((card) => card.querySelector('a')?.firstChild?.textContent);
};

test('a card shows the text without the hashtags at its end', () => {
  expect(withoutLastHashtags('Ramen on 5th #food #late-night ')).toBe('Ramen on 5th');
  expect(withoutLastHashtags('The #ramen place on 5th #food')).toBe('The #ramen place on 5th');
  expect(withoutLastHashtags('#food')).toBe('');
  expect(withoutLastHashtags('#food#trip')).toBe('');
  expect(inOneLine('- milk\n- [ ] eggs\n\n* rye bread')).toBe('milk · eggs · rye bread');
  expect(inOneLine('Well - yes\n- no')).toBe('Well - yes\n- no');
  expect(withoutLastHashtags('Costs 5 #')).toBe('Costs 5 #');
  expect(['video/mp4', 'audio/amr', 'text/vcard', 'application/pdf'].map(fileWord)).toEqual([
    'Video',
    'Voice note',
    'Contact',
    'File',
  ]);
});

test('a card shows the newest message, its sender, its age and what is unread', async () => {
  await using app = await openApp('/', { as: ann });
  const { server } = app;
  await server.introduce(bob);
  const her = server.as(ann);
  await her.post('/api/shared-boards', { name: 'house' });
  await her.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  await server.text(bob, 'We are out of bulbs #house');
  await server.text(ann, '#road-trip');
  const text = await screen.findByText('We are out of bulbs');
  const card = text.closest('li')!.textContent!;
  expect(card).toMatch(/^house, 1 new message/);
  expect(card).toMatch(/Shared Board \(Owner\) · 1 message/);
  expect(card).toMatch(/Bob·just now$/);
  const empty = (await screen.findByText(/Nothing here yet/)).closest('li')!;
  expect(within(empty).getByRole('link', { name: 'text #road-trip' })).toBeTruthy();
  expect(empty.textContent).toContain('Private Board');
  expect(document.title).toBe('(2) Tagline');
});

test('the switch is remembered, and typing filters the boards', async () => {
  localStorage.setItem('dashboard-kind', 'shared');
  await using app = await openApp('/', { as: ann });
  const her = app.server.as(ann);
  await her.post('/api/shared-boards', { name: 'house' });
  for (let n = 1; n < 10; n++) await app.server.text(ann, `Entry #board-${n}`);
  await until(() => cards().join() === 'house');
  await app.user.click(screen.getByRole('radio', { name: 'All' }));
  await until(() => cards().length === 10);
  expect(localStorage.getItem('dashboard-kind')).toBe('all');
  const filter = screen.getByRole('searchbox', { name: 'Filter boards' });
  await app.user.type(filter, '#Board 3');
  await until(() => cards().join() === '#board-3');
  await app.user.type(filter, 'x');
  await screen.findByText('No board has “#Board 3x” in its name.');
  await app.user.type(filter, '{Escape}');
  await until(() => cards().length === 10);
  await app.user.type(filter, 'hous{Enter}');
  await until(() => app.path() === '/tag/shared/house');
});
