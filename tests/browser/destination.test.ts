import { expect, test } from 'bun:test';
import type { Message } from '../../src/contract/messages';
import { axeViolations, LOOKS } from '../support/browser';
import { ann, bob, cho } from '../support/cast';
import { type TestServer, testServer, until } from '../support/server';
import { FAILED_REQUEST, pollNow, visit, waitForToast } from '../support/visit';

async function trip(server: TestServer) {
  const owner = await server.introduce(ann);
  const [member, other] = [await server.introduce(bob), await server.introduce(cho)];
  const { id } = (await owner.post<{ id: number }>('/api/shared-boards', { name: 'trip' })).body;
  for (const { phoneNumber } of [{ phoneNumber: bob.phone }, { phoneNumber: cho.phone }])
    await owner.post('/api/shared-boards/trip/invite', { phoneNumber });
  const memberId = (await member.get<{ id: number }>('/api/profile')).body.id;
  return {
    owner,
    member,
    other,
    rename: (newName: string) => owner.put(`/api/shared-boards/${id}/rename`, { newName }),
    removeBob: () => owner.delete(`/api/shared-boards/${id}/members/${memberId}`),
    inviteBob: () => owner.post('/api/shared-boards/trip/invite', { phoneNumber: bob.phone }),
    remove: () => owner.delete(`/api/shared-boards/${id}`),
  };
}

type Client = Awaited<ReturnType<TestServer['introduce']>>;

const messagesOf = async (client: Client) =>
  (await client.get<Message[]>('/api/messages')).body.map(({ content, tags }) => [content, ...tags]);

async function write(server: TestServer, content: string, path = '/all-texts') {
  const tab = await visit(server, bob, path, { expected: FAILED_REQUEST, fakeClock: true });
  const dialog = tab.page.getByRole('dialog');
  await tab.page.getByRole('button', { name: 'Add Card' }).first().click();
  const text = dialog.getByLabel('Message', { exact: true });
  await text.fill(content);
  const submit = dialog.getByRole('button', { name: 'Add Message' });
  return { tab, dialog, text, submit };
}

const LOST = 'You are no longer on the shared board #trip. Save it to your own #trip, seen only by you?';

test('the dialog says who sees a message, and follows changes of the members', async () => {
  await using server = await testServer();
  const { owner, other } = await trip(server);
  const { tab, dialog, text } = await write(server, 'Ferry at nine #trip');
  await using _ = tab;
  await dialog.getByText('Goes to #trip').waitFor();
  await dialog.getByText('seen by 2 people', { exact: true }).waitFor();
  const choId = (await other.get<{ id: number }>('/api/profile')).body.id;
  const [board] = (await owner.get<{ id: number }[]>('/api/shared-boards')).body;
  await owner.delete(`/api/shared-boards/${board!.id}/members/${choId}`);
  await pollNow(tab.page);
  await dialog.getByText('seen by 1 person', { exact: true }).waitFor();
  await text.fill('Ferry at nine #notes #pets');
  await dialog.getByRole('group').getByText('only you', { exact: true }).waitFor();
  await text.fill('Ferry at nine #notes #trip');
  await dialog.getByText('Goes to #notes, #trip').waitFor();
  await dialog.getByText('seen by 1 person on #trip', { exact: true }).waitFor();
});

test('one who is removed while writing is told, and decides where the message goes', async () => {
  await using server = await testServer();
  const { owner, member, removeBob } = await trip(server);
  const { tab, dialog, text, submit } = await write(server, 'Ferry at nine #trip');
  await using _ = tab;
  await dialog.getByText('seen by 2 people').waitFor();
  await removeBob();
  await pollNow(tab.page);
  await dialog.getByRole('status').getByText(LOST).waitFor();
  await dialog.getByRole('group').getByText('only you', { exact: true }).waitFor();
  for (const look of LOOKS) {
    await tab.changeLook(look);
    expect(await axeViolations(tab.page)).toEqual([]);
    await tab.screenshot('removed-while-writing');
  }
  await submit.click();
  const own = dialog.getByRole('button', { name: 'Save to my own #trip' });
  await own.waitFor();
  expect(await own.evaluate((button) => button === document.activeElement)).toBe(true);
  expect([await text.inputValue(), await messagesOf(member)]).toEqual(['Ferry at nine #trip', []]);
  await own.click();
  await waitForToast(tab.page, 'Message added');
  expect(await messagesOf(member)).toEqual([['Ferry at nine #trip', 'trip']]);
  expect(await messagesOf(owner)).toEqual([]);
});

test('a removal at the moment of saving is refused, and the text stays', async () => {
  await using server = await testServer();
  const { member, removeBob } = await trip(server);
  const { tab, dialog, text, submit } = await write(server, 'Ferry at nine #trip #notes');
  await using _ = tab;
  await dialog.getByText('seen by 2 people on #trip').waitFor();
  // the page does not hear of the removal before it saves the message
  await tab.page.route('**/trpc/*messages.add*', async (route) => {
    await removeBob();
    await route.continue();
  });
  await submit.click();
  await dialog.getByText(LOST).waitFor();
  expect(await messagesOf(member)).toEqual([]);
  expect(await text.inputValue()).toBe('Ferry at nine #trip #notes');
  await dialog.getByRole('button', { name: 'Leave out #trip' }).click();
  await waitForToast(tab.page, 'Message added');
  expect(await messagesOf(member)).toEqual([['Ferry at nine #notes', 'notes']]);
});

test('on the page of a lost board the dialog stays open, even if own posts are kept', async () => {
  await using server = await testServer();
  const { member, removeBob } = await trip(server);
  await server.text(bob, 'Tent pegs #trip');
  const { tab, dialog, text, submit } = await write(server, 'Ferry at nine', '/tag/shared/trip');
  await using _ = tab;
  await dialog.getByText('seen by 2 people').waitFor();
  await removeBob();
  await pollNow(tab.page);
  await dialog.getByText(LOST).waitFor();
  await dialog.getByRole('button', { name: 'Leave out #trip' }).click();
  await dialog.getByText('Goes to #uncategorized').waitFor();
  expect(await text.inputValue()).toBe('Ferry at nine');
  await submit.click();
  await waitForToast(tab.page, 'Message added');
  await tab.page.waitForURL('**/tag/private/trip');
  expect(await messagesOf(member)).toEqual([
    ['Ferry at nine', 'uncategorized'],
    ['Tent pegs #trip', 'trip'],
  ]);
});

test('a hashtag follows its board when somebody renames it', async () => {
  await using server = await testServer();
  const { owner, rename } = await trip(server);
  const { tab, dialog, text, submit } = await write(server, 'Ferry (#trip) at nine');
  await using _ = tab;
  await dialog.getByText('seen by 2 people').waitFor();
  await rename('tour');
  await pollNow(tab.page);
  await dialog.getByText('#trip is called #tour now, seen by 2 people. Save it there?').waitFor();
  await dialog.getByRole('button', { name: 'Use #tour' }).click();
  expect(await text.inputValue()).toBe('Ferry (#tour) at nine');
  await until(() => text.evaluate((field) => field === document.activeElement));
  await dialog.getByText('Goes to #tour').waitFor();
  await submit.click();
  await waitForToast(tab.page, 'Message added');
  expect(await messagesOf(owner)).toEqual([['Ferry (#tour) at nine', 'tour']]);
});

test('an edited message stays on its board when that is renamed, without a question', async () => {
  await using server = await testServer();
  const { owner, rename } = await trip(server);
  await server.text(bob, 'Ferry #trip');
  const tab = await visit(server, bob, '/all-texts', { fakeClock: true });
  await using _ = tab;
  const dialog = tab.page.getByRole('dialog');
  await tab.page.getByRole('button', { name: /^Actions for the message/ }).click();
  await tab.page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Message', { exact: true }).fill('Ferry at nine');
  await dialog.getByText('Goes to #trip').waitFor();
  await rename('tour');
  await pollNow(tab.page);
  await dialog.getByText('Goes to #tour').waitFor();
  await dialog.getByText('seen by 2 people').waitFor();
  expect(await dialog.getByText('Save it there?').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await messagesOf(owner)).toEqual([['Ferry at nine', 'tour']]);
});

test('one whose private board is shared in another tab is asked before posting there', async () => {
  await using server = await testServer();
  const { member } = await trip(server);
  await server.text(bob, 'Plan #party');
  const { tab, dialog, submit } = await write(server, 'Cake #party');
  await using _ = tab;
  await dialog.getByRole('group').getByText('only you', { exact: true }).waitFor();
  await member.post('/api/private-boards/party/convert-and-invite', { phoneNumber: cho.phone });
  await pollNow(tab.page);
  await dialog.getByText('#party is a shared board now, seen by 1 person. Save it there?').waitFor();
  await submit.click();
  await dialog.getByRole('button', { name: 'Save to #party' }).click();
  await waitForToast(tab.page, 'Message added');
  expect(await messagesOf(await server.introduce(cho))).toContainEqual(['Cake #party', 'party']);
});

test('a draft remembers what its hashtags meant', async () => {
  await using server = await testServer();
  const { removeBob } = await trip(server);
  const { tab, dialog } = await write(server, 'Ferry at nine #trip');
  await using _ = tab;
  await dialog.getByText('seen by 2 people').waitFor();
  await removeBob();
  await tab.page.reload();
  await tab.page.getByRole('button', { name: 'Add Card' }).first().click();
  await dialog.getByText(LOST).waitFor();
});

test('an edit or a further tag is saved only after its writer was told where it goes', async () => {
  await using server = await testServer();
  const { member, removeBob, inviteBob } = await trip(server);
  await server.text(bob, 'Ferry #notes');
  const tab = await visit(server, bob, '/tag/private/notes', { expected: FAILED_REQUEST, fakeClock: true });
  await using _ = tab;
  const dialog = tab.page.getByRole('dialog');
  const open = async (item: string) => {
    await tab.page.getByRole('button', { name: /^Actions for the message/ }).click();
    await tab.page.getByRole('menuitem', { name: item }).click();
  };
  await open('Edit');
  const text = dialog.getByLabel('Message', { exact: true });
  await text.fill('Ferry at nine #trip');
  await dialog.getByText('seen by 2 people on #trip').waitFor();
  await removeBob();
  await pollNow(tab.page);
  await dialog.getByText(LOST).waitFor();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  expect(await messagesOf(member)).toEqual([['Ferry #notes', 'notes']]);
  await dialog.getByRole('button', { name: 'Leave out #trip' }).click();
  await waitForToast(tab.page, 'Message Updated');
  expect(await messagesOf(member)).toEqual([['Ferry at nine', 'notes']]);
  await dialog.waitFor({ state: 'hidden' });

  await inviteBob();
  await pollNow(tab.page);
  await tab.page.getByRole('navigation').getByRole('link', { name: 'trip' }).waitFor();
  await open('Add tag');
  await dialog.getByPlaceholder('Add new hashtag...').fill('trip');
  await dialog.getByText('seen by 2 people').waitFor();
  await removeBob();
  await pollNow(tab.page);
  await dialog.getByText(LOST).waitFor();
  await dialog.getByRole('button', { name: 'Add Tag' }).click();
  await dialog.getByRole('button', { name: 'Save to my own #trip' }).click();
  await until(async () => (await messagesOf(member))[0]?.length === 3);
  expect(await messagesOf(member)).toEqual([['Ferry at nine', 'notes', 'trip']]);
});
