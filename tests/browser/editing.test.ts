import { expect, test } from 'bun:test';
import { LOOKS, type Look } from '../support/browser';
import { ann } from '../support/cast';
import { chooseOnCard, FAILED_REQUEST, visit, waitForToast } from '../support/visit';

async function startEditing(look: Partial<Look> = {}) {
  const tab = await visit('/tag/private/trip', {
    texts: ['Ferry at nine #trip'],
    expected: FAILED_REQUEST,
    ...look,
  });
  await chooseOnCard(tab.page, 'Edit');
  const text = tab.dialog.getByLabel('Message', { exact: true });
  await text.fill('Ferry at ten');
  const stored = () => tab.server.messagesOf(ann);
  return { ...tab, text, stored, id: (await stored())[0]!.id };
}

test('the second of two edits is told of the first, and sees both', async () => {
  const { server, dialog, text, stored, id, looksRight } = await startEditing(LOOKS[1]);
  await server.as(ann).patch(`/api/messages/${id}`, { content: 'Ferry at eight' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText(/It was changed meanwhile/).waitFor();
  await dialog.getByText('Ferry at eight', { exact: true }).waitFor();
  expect(await text.inputValue()).toBe('Ferry at ten');
  expect((await stored())[0]?.content).toBe('Ferry at eight');
  await looksRight('edited-meanwhile');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await stored())[0]?.content).toBe('Ferry at ten');
});

test('an edited message that was deleted meanwhile can be saved as a new one', async () => {
  const { server, page, dialog, stored, id, screenshot } = await startEditing();
  await server.as(ann).delete(`/api/messages/${id}`);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('It was deleted. Save as a new one?').waitFor();
  await screenshot('deleted-meanwhile');
  await dialog.getByRole('button', { name: 'Save as New' }).click();
  await waitForToast(page, 'Message added');
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored()).toMatchObject([{ id, content: 'Ferry at ten', tags: ['trip'] }]);
});
