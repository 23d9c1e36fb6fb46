import { expect, test } from 'bun:test';
import { LOOKS } from '../support/browser';
import { ann } from '../support/cast';
import { pollNow, visit } from '../support/visit';

test('a new number signs in by texting what the page shows', async () => {
  const env = { SIGN_IN_BY_TEXT: 'on' };
  const tab = await visit('/login', { env, as: null, fakeClock: true });
  const { server, page } = tab;
  await page.getByLabel('Phone number').fill(ann.phone);
  await page.getByRole('button', { name: 'Text us instead' }).waitFor();
  await tab.looksRightEverywhere('by-text-login');
  await page.getByRole('button', { name: 'Text us instead' }).click();
  const words = page.getByText(/^[a-z]+ \d{4}$/);
  await words.waitFor();
  const phrase = (await words.textContent()) ?? '';
  await page.getByText(/It signs in Chrome on \w+ \(this machine\)/).waitFor();
  for (const look of LOOKS) {
    await tab.changeLook(look);
    const code = page.getByRole('img', { name: 'QR code of the text' });
    expect(await code.isVisible()).toBe(look.size === 'laptop');
    await tab.looksRight('by-text-words');
  }
  await page.reload();
  await words.waitFor();
  expect(await words.textContent()).toBe(phrase);
  await server.text(ann, phrase);
  await pollNow(page);
  await page.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(phrase);
});
