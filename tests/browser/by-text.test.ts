import { expect, test } from 'bun:test';
import { axeViolations, horizontalOverflow, LOOKS, openTab } from '../support/browser';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { pollNow } from '../support/visit';

test('a new number signs in by texting what the page shows', async () => {
  await using server = await testServer({ env: { SIGN_IN_BY_TEXT: 'on' } });
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  const looksRight = async (name: string) => {
    await tab.screenshot(name);
    expect({ name, found: await axeViolations(page) }).toEqual({ name, found: [] });
    expect({ name, overflow: await horizontalOverflow(page) }).toEqual({ name, overflow: 0 });
  };
  await page.clock.install();
  await page.goto('/login');
  await page.getByLabel('Phone number').fill(ann.phone);
  await page.getByRole('button', { name: 'Text us instead' }).waitFor();
  for (const look of LOOKS) {
    await tab.changeLook(look);
    await looksRight('by-text-login');
  }
  await page.getByRole('button', { name: 'Text us instead' }).click();
  const words = page.getByText(/^[a-z]+ \d{4}$/);
  await words.waitFor();
  const phrase = (await words.textContent()) ?? '';
  await page.getByText(/It signs in Chrome on \w+ \(this machine\)/).waitFor();
  for (const look of LOOKS) {
    await tab.changeLook(look);
    expect(await page.getByRole('img', { name: 'QR code of the text' }).isVisible()).toBe(
      look.size === 'laptop',
    );
    await looksRight('by-text-words');
  }
  await page.reload();
  await words.waitFor();
  expect(await words.textContent()).toBe(phrase);
  await server.text(ann, phrase);
  await pollNow(page);
  await page.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(phrase);
});
