import { expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import { cache } from '../../../web/product/trpc';
import { ann, bob } from '../../support/cast';
import { ensureUser } from '../../support/people';
import { switchLine } from '../../support/switched-line';
import { openApp } from '../../support/web/open-app';

const offer = () => screen.findByText(/People know \+1 \(202\) 555-0177 \(Telnyx\)/);

const isOffered = () => screen.queryAllByText('New number').length > 0;

async function openAfterSwitch() {
  const app = await openApp('/admin', { as: ann });
  const server = app.server.app;
  ensureUser(server, bob);
  Object.assign(server, { sms: { ...server.sms, can: { ...server.sms.can, reachPeople: true } } });
  switchLine(server);
  await cache.admin.newNumber.invalidate();
  return app;
}

test('an operator tells people of a new number once, and sees what it costs before', async () => {
  await using app = await openAfterSwitch();
  await offer();
  await app.user.click(screen.getByRole('button', { name: 'Tell people by text' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'SMS Broadcast' }));
  expect((await dialog.findByLabelText<HTMLTextAreaElement>('Message')).value).toStartWith(
    'Tagline has a new number, +12025550100',
  );
  await dialog.findByText(/1 SMS each, 2 in all/);
  await app.user.click(await dialog.findByRole('button', { name: 'Send to 2' }));
  await waitFor(() => expect(isOffered()).toBe(false));
  await waitFor(() =>
    expect(app.server.received(bob.phone)).toEqual([expect.stringContaining('has a new number')]),
  );
});

test('an operator who tells nobody is not asked again', async () => {
  await using app = await openAfterSwitch();
  await offer();
  await app.user.click(screen.getByRole('button', { name: 'Do not tell them' }));
  await waitFor(() => expect(isOffered()).toBe(false));
  await cache.admin.newNumber.invalidate();
  expect(isOffered()).toBe(false);
  expect(app.server.received(bob.phone)).toEqual([]);
});
