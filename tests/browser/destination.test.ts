import { expect, test } from 'bun:test';
import { ann, bob, cho, type Person } from '../support/cast';
import { shareBoard } from '../support/household';
import { until } from '../support/server';
import {
  chooseOnCard,
  FAILED_REQUEST,
  pollNow,
  sees,
  startCard,
  startServer,
  untilFocused,
  visit,
} from '../support/visit';

/** Bob writes while Ann, who owns the board #trip, changes it. */
async function trip({ texts = [] as string[], content = '', path = '/all-texts' }) {
  const server = await startServer();
  const { id, client: owner } = await shareBoard(server, 'trip', ann, bob, cho);
  const { dialog, ...tab } = await visit(path, {
    server,
    as: bob,
    texts,
    expected: FAILED_REQUEST,
    fakeClock: true,
  });
  const text = dialog.getByRole('textbox', { name: 'Message' });
  if (content) await startCard(tab.page, content);
  const remove = async (person: Person) => {
    const { body } = await server.as(person).get<{ id: number }>('/api/profile');
    await owner.delete(`/api/shared-boards/${id}/members/${body.id}`);
  };
  return {
    ...tab,
    dialog,
    text,
    submit: dialog.getByRole('button', { name: 'Add Message' }),
    press: (name: string) => dialog.getByRole('button', { name }).click(),
    says: (text: string) => dialog.getByText(text, { exact: true }).waitFor(),
    messages: async (person: Person) =>
      (await server.messagesOf(person)).map(({ content, tags }) => [content, ...tags]),
    invite: () => owner.post('/api/shared-boards/trip/invite', { phoneNumber: bob.phone }),
    async afterPoll<T>(change: Promise<T>) {
      await change;
      await pollNow(tab.page);
    },
    remove,
    rename: () => owner.put(`/api/shared-boards/${id}/rename`, { newName: 'tour' }),
  };
}

const LOST = 'You are no longer on the shared board #trip. Save it to your own #trip, seen only by you?';

test('the dialog says who sees a message, and follows changes of the members', async () => {
  const { dialog, text, says, afterPoll, remove } = await trip({ content: 'Ferry at nine #trip' });
  await says('Goes to #trip');
  await says('seen by 2 people');
  await afterPoll(remove(cho));
  await says('seen by 1 person');
  await text.fill('Ferry at nine #notes #pets');
  await dialog.getByRole('group').getByText('only you', { exact: true }).waitFor();
  await text.fill('Ferry at nine #notes #trip');
  await says('Goes to #notes, #trip');
  await says('seen by 1 person on #trip');
});

test('one who is removed while writing is told, and decides where the message goes', async () => {
  const { submit, page, dialog, text, says, messages, ...world } = await trip({
    content: 'Ferry at nine #trip',
  });
  await says('seen by 2 people');
  await world.afterPoll(world.remove(bob));
  await dialog.getByRole('status').getByText(LOST).waitFor();
  await dialog.getByRole('group').getByText('only you', { exact: true }).waitFor();
  await world.looksRightEverywhere('removed-while-writing');
  await submit.click();
  const own = dialog.getByRole('button', { name: 'Save to my own #trip' });
  await untilFocused(own);
  expect([await text.inputValue(), await messages(bob)]).toEqual(['Ferry at nine #trip', []]);
  await own.click();
  await sees(page, 'Message added');
  expect(await messages(bob)).toEqual([['Ferry at nine #trip', 'trip']]);
  expect(await messages(ann)).toEqual([]);
});

test('a removal at the moment of saving is refused, and the text stays', async () => {
  const { submit, page, text, says, press, messages, remove } = await trip({
    content: 'Ferry at nine #trip #notes',
  });
  await says('seen by 2 people on #trip');
  // the page does not hear of the removal before it saves the message
  await page.route('**/trpc/*messages.add*', async (route) => {
    await remove(bob);
    await route.continue();
  });
  await submit.click();
  await says(LOST);
  expect(await messages(bob)).toEqual([]);
  expect(await text.inputValue()).toBe('Ferry at nine #trip #notes');
  await press('Leave out #trip');
  await sees(page, 'Message added');
  expect(await messages(bob)).toEqual([['Ferry at nine #notes', 'notes']]);
});

test('on the page of a lost board the dialog stays open, even if own posts are kept', async () => {
  const { submit, page, text, says, press, messages, ...world } = await trip({
    texts: ['Tent pegs #trip'],
    content: 'Ferry at nine',
    path: '/tag/shared/trip',
  });
  await says('seen by 2 people');
  await world.afterPoll(world.remove(bob));
  await says(LOST);
  await press('Leave out #trip');
  await says('Goes to #uncategorized');
  expect(await text.inputValue()).toBe('Ferry at nine');
  await submit.click();
  await sees(page, 'Message added');
  await page.waitForURL('**/tag/private/trip');
  expect(await messages(bob)).toEqual([
    ['Ferry at nine', 'uncategorized'],
    ['Tent pegs #trip', 'trip'],
  ]);
});

test('a hashtag follows its board when somebody renames it', async () => {
  const { submit, page, text, says, press, ...world } = await trip({ content: 'Ferry (#trip) at nine' });
  await says('seen by 2 people');
  await world.afterPoll(world.rename());
  await says('#trip is called #tour now, seen by 2 people. Save it there?');
  await press('Use #tour');
  expect(await text.inputValue()).toBe('Ferry (#tour) at nine');
  await untilFocused(text);
  await says('Goes to #tour');
  await submit.click();
  await sees(page, 'Message added');
  expect(await world.messages(ann)).toEqual([['Ferry (#tour) at nine', 'tour']]);
});

test('an edited message stays on its board when that is renamed, without a question', async () => {
  const { page, dialog, text, says, press, ...world } = await trip({ texts: ['Ferry #trip'] });
  await chooseOnCard(page, 'Edit');
  await text.fill('Ferry at nine');
  await says('Goes to #trip');
  await world.afterPoll(world.rename());
  await says('Goes to #tour');
  await says('seen by 2 people');
  expect(await dialog.getByText('Save it there?').count()).toBe(0);
  await press('Save Changes');
  await dialog.waitFor({ state: 'hidden' });
  expect(await world.messages(ann)).toEqual([['Ferry at nine', 'tour']]);
});

test('one whose private board is shared in another tab is asked before posting there', async () => {
  const { submit, server, page, dialog, says, press, ...world } = await trip({
    texts: ['Plan #party'],
    content: 'Cake #party',
  });
  await dialog.getByRole('group').getByText('only you', { exact: true }).waitFor();
  const share = '/api/private-boards/party/convert-and-invite';
  await world.afterPoll(server.as(bob).post(share, { phoneNumber: cho.phone }));
  await says('#party is a shared board now, seen by 1 person. Save it there?');
  await submit.click();
  await press('Save to #party');
  await sees(page, 'Message added');
  expect(await world.messages(cho)).toContainEqual(['Cake #party', 'party']);
});

test('a draft remembers what its hashtags meant', async () => {
  const { page, says, remove } = await trip({ content: 'Ferry at nine #trip' });
  await says('seen by 2 people');
  await remove(bob);
  await page.reload();
  await page.getByRole('button', { name: 'Add Card' }).first().click();
  await says(LOST);
});

test('an edit or a further tag is saved only after its writer was told where it goes', async () => {
  const { page, dialog, text, sidebar, says, press, messages, ...world } = await trip({
    texts: ['Ferry #notes'],
    path: '/tag/private/notes',
  });
  await chooseOnCard(page, 'Edit');
  await text.fill('Ferry at nine #trip');
  await says('seen by 2 people on #trip');
  await world.afterPoll(world.remove(bob));
  await says(LOST);
  await press('Save Changes');
  expect(await messages(bob)).toEqual([['Ferry #notes', 'notes']]);
  await press('Leave out #trip');
  await sees(page, 'Message Updated');
  expect(await messages(bob)).toEqual([['Ferry at nine', 'notes']]);
  await dialog.waitFor({ state: 'hidden' });

  await world.afterPoll(world.invite());
  await sidebar.getByRole('link', { name: 'trip' }).waitFor();
  await chooseOnCard(page, 'Add tag');
  await dialog.getByPlaceholder('Add new hashtag...').fill('trip');
  await says('seen by 2 people');
  await world.afterPoll(world.remove(bob));
  await says(LOST);
  await press('Add Tag');
  await press('Save to my own #trip');
  await until(async () => (await messages(bob))[0]?.length === 3);
  expect(await messages(bob)).toEqual([['Ferry at nine', 'notes', 'trip']]);
});
