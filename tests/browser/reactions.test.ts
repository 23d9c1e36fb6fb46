import { expect, test } from 'bun:test';
import { ann, bob } from '../support/cast';
import { until } from '../support/server';
import { keepsPages, pollNow, visit } from '../support/visit';

const RAMEN = 'Try the ramen place, they close at ten #food';

async function openBoard(how: Parameters<typeof visit>[1] = {}) {
  const tab = await visit(null, {
    ...how,
    before: async (server) => {
      const { post } = await server.introduce(ann);
      await post('/api/shared-boards', { name: 'food' });
      await server.introduce(bob);
      await post('/api/shared-boards/food/invite', { phoneNumber: bob.phone });
      await server.text(bob, RAMEN);
    },
  });
  await tab.page.goto('/tag/shared/food');
  const card = tab.page.getByRole('article').filter({ hasText: 'ramen' });
  await card.waitFor();
  const chip = (name: string) => card.getByRole('button', { name, exact: true });
  return { ...tab, card, chip };
}

test('a reaction is added by keyboard, seen live by others, joined and taken back', async () => {
  const { server, page, card, chip, looksRightEverywhere } = await openBoard();
  const other = await visit('/tag/shared/food', { server, as: bob });
  const theirs = other.page.getByRole('article').filter({ hasText: 'ramen' });
  await card.getByRole('button', { name: /^Actions for the message/ }).focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('menuitem', { name: 'React with thumbs up' });
  await first.and(page.locator(':focus')).waitFor();
  await looksRightEverywhere('reaction-picker');
  await first.focus(); // resizing may have taken it away
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await chip('❤️ Ann Lee').waitFor();
  await theirs.getByRole('button', { name: '❤️ Ann Lee' }).click();
  await chip('❤️ 2: Ann Lee, Bob Ray').waitFor();
  expect(await chip('❤️ 2: Ann Lee, Bob Ray').getAttribute('aria-pressed')).toBe('true');
  for (const emoji of ['👍', '🎉', '🙏'])
    await server.as(bob).put(`/api/messages/${(await server.messagesOf(bob))[0]!.id}/reactions`, { emoji });
  await chip('🙏 Bob Ray').waitFor();
  await looksRightEverywhere('reactions');
  await chip('❤️ 2: Ann Lee, Bob Ray').click();
  await chip('❤️ Bob Ray').waitFor();
  expect(await chip('❤️ Bob Ray').getAttribute('aria-pressed')).toBe('false');
  await until(async () => (await server.messagesOf(bob))[0]!.reactions[0]!.count === 1);
});

test('a reaction without a connection shows at once and is sent later', async () => {
  const { server, page, card, chip, context } = await openBoard({
    worker: true,
    fakeClock: true,
    expected: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/],
  });
  await page.clock.fastForward(3_000);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await until(async () => {
    await page.clock.fastForward(5_000);
    return keepsPages(page);
  });
  await context.setOffline(true);
  await pollNow(page);
  await page.getByText('Offline. Last seen').waitFor();
  await card.getByRole('button', { name: /^Actions for the message/ }).click();
  await page.getByRole('menuitem', { name: 'React with party' }).click();
  await chip('🎉 Ann Lee').waitFor();
  await page.getByRole('button', { name: '1 to be sent' }).waitFor();
  await page.reload();
  await chip('🎉 Ann Lee').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'to be sent' }).waitFor({ state: 'detached' });
  expect((await server.messagesOf(bob))[0]!.reactions).toMatchObject([{ emoji: '🎉', count: 1 }]);
  await chip('🎉 Ann Lee').waitFor();
});
