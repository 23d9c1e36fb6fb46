import { expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { reminders } from '../../../../db/schema';
import type { ListedReminder } from '../../../../src/contract/reminders';
import { choicesAt, momentInWords, toClockTime } from '../../../../web/notices/reminders/times';
import { ann } from '../../../support/cast';
import { type App, openApp } from '../../../support/web/open-app';

const listed = async (app: App) => (await app.server.as(ann).get<ListedReminder[]>('/api/reminders')).body;

async function remindedMessage(app: App, remindRule?: string): Promise<number> {
  const remindAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await app.server
    .as(ann)
    .post<{ id: number }>('/api/messages', { content: 'Call mum #family', remindAt, remindRule });
  return body.id;
}

const isShown = (role: string, name?: string) => screen.queryByRole(role, { name }) !== null;

test('the suggested times are on the clock of the time zone', () => {
  const sunday = Date.parse('2026-11-22T13:30:00Z');
  expect(choicesAt(sunday, 'Europe/Berlin')).toEqual([
    { label: 'This evening', at: '2026-11-22T18:00' },
    { label: 'Tomorrow', at: '2026-11-23T09:00' },
    { label: 'Next week', at: '2026-11-30T09:00' },
  ]);
  const mondayNight = Date.parse('2026-11-23T22:30:00Z');
  expect(choicesAt(mondayNight, 'UTC').map(({ at }) => at)).toEqual(['2026-11-24T09:00', '2026-11-30T09:00']);
  expect(toClockTime(sunday, 'America/New_York')).toBe('2026-11-22T08:30');
  expect(momentInWords('2026-11-23T08:00:00Z', sunday, 'Europe/Berlin')).toMatch(/^Tomorrow 9:00.AM$/);
});

test('a message is added with a reminder, which its card shows and changes', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  await app.user.click((await screen.findAllByRole('button', { name: 'Add Card' }))[0]!);
  await app.user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Call mum');
  await app.user.click(await screen.findByRole('button', { name: 'Tomorrow' }));
  await app.user.click(screen.getByRole('button', { name: 'Add Message' }));
  await app.user.click(
    await screen.findByRole('button', { name: /^Reminder: Tomorrow 9:00.AM\. Change it$/ }),
  );
  fireEvent.change(await screen.findByLabelText('Date and time'), { target: { value: '2099-05-04T07:30' } });
  await app.user.selectOptions(screen.getByLabelText('Repeat'), 'FREQ=DAILY');
  await app.user.click(screen.getByRole('button', { name: 'Set Reminder' }));
  await screen.findByRole('button', { name: /^Reminder: Mon, May 4, 2099, 7:30.AM, every day\. Change it$/ });
  expect(await listed(app)).toMatchObject([{ remindRule: 'FREQ=DAILY' }]);
});

test('the page lists what is to come; a reminder ends, and Undo brings it back', async () => {
  await using app = await openApp('/reminders', { as: ann });
  await screen.findByText('Nothing to come');
  await remindedMessage(app);
  await app.user.click(await screen.findByRole('button', { name: 'End the reminder: Call mum' }));
  await screen.findByText('Nothing to come');
  expect(await listed(app)).toEqual([]);
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'End the reminder: Call mum' });
  expect(await listed(app)).toHaveLength(1);
});

test('a reminder that came is put off, and another is done', async () => {
  await using app = await openApp('/reminders', { as: ann });
  await remindedMessage(app);
  app.server.app.db.update(reminders).set({ at: null, sentAt: Date.now() }).run();
  await app.user.click(await screen.findByRole('button', { name: 'In an hour again: Call mum' }));
  await screen.findByRole('button', { name: 'Change the reminder: Call mum' });
  expect(await listed(app)).toMatchObject([{ snoozed: true }]);
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'In an hour again: Call mum' });
  app.server.app.db.update(reminders).set({ at: null, snoozed: false, sentAt: Date.now() }).run();
  // raises Ann's version, so that the next poll brings both reminders
  await remindedMessage(app);
  await app.user.click(await screen.findByRole('button', { name: 'Done: Call mum' }));
  await waitFor(async () => expect(await listed(app)).toHaveLength(1));
});

test('a repeating reminder is done for now, and Undo brings it back', async () => {
  await using app = await openApp('/reminders', { as: ann });
  await remindedMessage(app, 'FREQ=DAILY');
  app.server.app.db.update(reminders).set({ sentAt: Date.now() }).run();
  await app.user.click(await screen.findByRole('button', { name: 'Done: Call mum' }));
  await waitFor(() => expect(isShown('button', 'Done: Call mum')).toBe(false));
  await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Done: Call mum' });
});

test('the address of the calendar is renewed and ended only after a question', async () => {
  await using app = await openApp('/profile', { as: ann });
  await app.user.click(await screen.findByRole('button', { name: 'Make an address' }));
  const address = async () =>
    (await screen.findByLabelText<HTMLInputElement>('Address of the calendar')).value;
  const first = await address();
  await app.user.click(screen.getByRole('button', { name: 'Renew' }));
  await screen.findByText('The present address never works again.');
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(await address()).toBe(first);
  const confirm = async (name: string) => {
    await app.user.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    await app.user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(isShown('dialog')).toBe(false));
  };
  await waitFor(() => expect(isShown('dialog')).toBe(false));
  await confirm('Renew');
  expect(await address()).not.toBe(first);
  await confirm('End');
  await screen.findByRole('button', { name: 'Make an address' });
});
