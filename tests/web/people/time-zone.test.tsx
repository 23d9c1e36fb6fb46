import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { ann } from '../../support/cast';
import { openApp } from '../../support/web/open-app';

test('the time zone is found by typing, and stored', async () => {
  await using app = await openApp('/profile', { as: ann });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  await waitFor(() => expect(field.value).not.toBe('')); // the browser has told its zone
  const all = { initialSelectionStart: 0, initialSelectionEnd: field.value.length };
  await app.user.type(field, 'berl', all);
  await app.user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
  await screen.findByText('Time zone updated');
  await waitFor(() => expect(field.value).toBe('Europe/Berlin'));
  await screen.findByText(/^It is \d+:\d\d [AP]M there\.$/);
  expect((await app.server.as(ann).get('/api/profile')).body).toMatchObject({ timeZone: 'Europe/Berlin' });
});
