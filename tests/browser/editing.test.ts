import { expect, test } from 'bun:test';
import { axeViolations } from '../support/browser';
import { ann } from '../support/cast';
import { type TestServer, testServer } from '../support/server';
import { FAILED_REQUEST, visit, waitForToast } from '../support/visit';

type Message = { id: number; content: string; tags: string[] };

const stored = async (server: TestServer) => (await server.as(ann).get<Message[]>('/api/messages')).body;

async function startEditing(server: TestServer, words: string, look: Parameters<typeof visit>[3] = {}) {
  await server.text(ann, 'Ferry at nine #trip');
  const tab = await visit(server, ann, '/tag/private/trip', { expected: FAILED_REQUEST, ...look });
  await tab.page.getByRole('button', { name: /^Actions for the message/ }).click();
  await tab.page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = tab.page.getByRole('dialog');
  await dialog.getByLabel('Message', { exact: true }).fill(words);
  return { tab, dialog, id: (await stored(server))[0]!.id };
}

test('the second of two edits is told of the first, and sees both', async () => {
  await using server = await testServer();
  const { tab, dialog, id } = await startEditing(server, 'Ferry at ten', { size: 'phone', scheme: 'dark' });
  await using _ = tab;
  await server.as(ann).patch(`/api/messages/${id}`, { content: 'Ferry at eight' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText(/It was changed meanwhile/).waitFor();
  await dialog.getByText('Ferry at eight', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Message', { exact: true }).inputValue()).toBe('Ferry at ten');
  expect((await stored(server))[0]?.content).toBe('Ferry at eight');
  await tab.screenshot('edited-meanwhile');
  expect(await axeViolations(tab.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await stored(server))[0]?.content).toBe('Ferry at ten');
});

test('an edited message that was deleted meanwhile can be saved as a new one', async () => {
  await using server = await testServer();
  const { tab, dialog, id } = await startEditing(server, 'Ferry at ten');
  await using _ = tab;
  await server.as(ann).delete(`/api/messages/${id}`);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('It was deleted. Save as a new one?').waitFor();
  await tab.screenshot('deleted-meanwhile');
  await dialog.getByRole('button', { name: 'Save as New' }).click();
  await waitForToast(tab.page, 'Message added');
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored(server)).toMatchObject([{ id, content: 'Ferry at ten', tags: ['trip'] }]);
});
