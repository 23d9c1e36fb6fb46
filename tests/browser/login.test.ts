import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers, LOOKS, whileCallsFail } from '../support/browser';
import { ann } from '../support/cast';
import { photo } from '../support/pictures';
import { askForCode, codeOf, FAILED_REQUEST, pollNow, sees, visit } from '../support/visit';

const signInAtFirst = async (how: Parameters<typeof visit>[1] = {}) => {
  const tab = await visit(null, { as: null, expected: FAILED_REQUEST, ...how });
  await (await askForCode(tab.page)).fill(await codeOf(tab.server));
  return tab;
};

async function completeSetup(page: Page) {
  await page.getByLabel('First Name').fill('Ann');
  await page.getByLabel('Last Name').fill('Lee');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
}

const answerCalls = (page: Page, procedure: string, status: number, body: string) =>
  page.route(`**/trpc/${procedure}*`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body }),
  );

test('each failure of the sign-in is explained, and what was typed is kept', async () => {
  const { server, page } = await visit('/login', {
    as: null,
    expected: [...FAILED_REQUEST, /dynamically imported module/],
  });
  await sees(page, '234 555 6789', 'Send verification code');
  await page.getByLabel('Phone number').fill(ann.phone);
  const send = page.getByRole('button', { name: 'Send verification code' });
  await whileCallsFail(page, 'auth.login', async () => {
    await send.click();
    await sees(page, 'Error', 'Network error: Failed to fetch');
  });
  await answerCalls(page, 'auth.login', 502, '<html>Bad gateway</html>');
  await send.click();
  await sees(page, 'Failed to send verification code');
  await page.unroute('**/trpc/auth.login*');

  const login = await holdAnswers(page, 'auth.login');
  await send.click();
  expect(await page.getByRole('button', { name: 'Sending code...', exact: true }).isDisabled()).toBe(true);
  login.release();
  await sees(page, 'Verification code sent');
  await sees(page, 'Check your phone', 'We sent a verification code to', '123456');
  await sees(page, 'Verify and login', '← Back to phone number');

  const right = await codeOf(server);
  const verify = page.getByRole('button', { name: 'Verify and login' });
  await page.getByLabel('Verification code').fill(right === '111111' ? '222222' : '111111');
  await sees(page, 'Invalid verification code');
  await page.reload();
  await page.getByText('+1 (202) 555-0111').waitFor();
  await whileCallsFail(page, 'auth.verify', async () => {
    await page.getByLabel('Verification code').fill(right);
    await sees(page, 'Network error: Failed to fetch');
  });
  await answerCalls(page, 'auth.verify', 200, '[{"result":{"data":{"success":false}}}]');
  await verify.click(); // the test must click, because the page submits a code by itself only once
  await sees(page, 'Verification failed');
  await page.unroute('**/trpc/auth.verify*');
  const verifying = await holdAnswers(page, 'auth.verify');
  await verify.click();
  expect(await page.getByRole('button', { name: 'Verifying...', exact: true }).isDisabled()).toBe(true);
  verifying.release();
  await page.waitForURL('**/setup');
  await sees(page, 'Login successful');
});

test('the page says that the carrier is slow, and offers another code', async () => {
  const { server, page } = await visit(null, { as: null, fakeClock: true });
  const setDelivery = (delivery: string) =>
    server.simulator().post('/api/simulator/delivery', { phone: ann.phone, delivery });
  await setDelivery('failing');
  await askForCode(page);
  await page.getByText('We are sending a verification code to').waitFor();
  await page.getByText('The carrier is slow.').waitFor();
  const again = page.getByRole('button', { name: 'Send again' });
  expect(await again.count()).toBe(0);
  await page.clock.fastForward(20_000);
  await again.waitFor();
  await setDelivery('normal');
  await again.click();
  await page.getByText('We sent a verification code to').waitFor();
  await again.waitFor({ state: 'detached' });
  await page.getByLabel('Verification code').fill(await codeOf(server));
  await page.waitForURL('**/setup');
});

test('an error is shown even if the code for toasts cannot be loaded', async () => {
  const { page, context } = await visit('/login', {
    as: null,
    expected: [...FAILED_REQUEST, /Unable to preload|imported module/],
  });
  await page.getByLabel('Phone number').fill(ann.phone);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Network error: Failed to fetch' });
  await alert.waitFor();
  expect(await alert.evaluate((box) => getComputedStyle(box).position)).toBe('fixed');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor();
  await alert.waitFor({ state: 'detached' });
});

test('a browser without cookies or storage is told why it stays signed out', async () => {
  const { server, page, context } = await visit(null, { as: null });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  const field = await askForCode(page);
  await page.route('**/trpc/auth.session*', async (route) => {
    await context.clearCookies();
    await route.continue({ headers: { ...route.request().headers(), cookie: '' } });
  });
  await field.fill(await codeOf(server));
  await page.getByText('this browser kept no cookie').first().waitFor();
  await page.getByLabel('Phone number').waitFor();
});

test('the setup checks names and picture address, and explains failures', async () => {
  const { page } = await signInAtFirst();
  const complete = page.getByRole('button', { name: 'Complete Setup' });
  const names = 'Add your name to make it easier for others to find you in shared boards';
  await sees(page, 'Set Up Your Profile', names, 'First Name', 'Last Name', 'Skip for Now', 'Complete Setup');
  await page.getByLabel('Profile Picture URL (Optional)', { exact: true }).fill('no address');
  await complete.click();
  await sees(page, 'First name is required', 'Last name is required', 'Please enter a valid URL');
  await page.getByLabel('Profile Picture URL (Optional)').fill('');
  await page.getByLabel('First Name').fill('Ann');
  await page.getByLabel('Last Name').fill('Lee');
  await whileCallsFail(page, 'users.updateProfile', async () => {
    await complete.click();
    await sees(page, 'Setup Failed', 'Failed to create profile');
    await page.getByRole('button', { name: 'Skip for Now' }).click();
    await sees(page, 'Failed to skip setup');
  });
  const saving = await holdAnswers(page, 'users.updateProfile');
  await complete.click();
  expect(await page.getByRole('button', { name: 'Setting up...', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Skip for Now' }).isDisabled()).toBe(true);
  saving.release();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await sees(page, 'Profile Created!', 'Your profile has been set up successfully.');
});

test('a person who skips the setup has no name, is not asked again, and finds the way back', async () => {
  const { server, page, main, context, screenshot } = await signInAtFirst();
  await page.getByRole('button', { name: 'Skip for Now' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(ann.phone);
  await context.clearCookies(); // simulates a session that has ended on the server
  await page.getByRole('button', { name: 'Skip for Now' }).click();
  await page.waitForURL('**/login');
  await (await askForCode(page)).fill(await codeOf(server, ann, 1));
  const skipping = await holdAnswers(page, 'users.updateProfile');
  await page.getByRole('button', { name: 'Skip for Now' }).click();
  await sees(page, 'Skipping...');
  skipping.release();
  await sees(page, 'Your Boards');
  const { body } = await server.as(ann).get('/api/profile');
  expect(body).toMatchObject({ firstName: 'User', lastName: 'User' });
  await page.reload();
  await page.getByRole('heading', { name: 'Your Boards' }).waitFor();
  await page.getByText('Others see you as +1 ••• ••• 0111.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Add your name' }).waitFor();
  expect(await page.getByText('User User').count()).toBe(0);
  await screenshot('skipped-setup');
  const back = main.getByRole('link', { name: 'Add your name' });
  await back.click();
  await page.getByRole('button', { name: 'Skip for Now' }).click();
  await back.click();
  await completeSetup(page);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the setup takes a photo, explains a wrong file, and shows the photo at once', async () => {
  const { server, page, looksRight } = await signInAtFirst({ size: 'phone' });
  const picker = page.locator('input[type=file]');
  await page.getByRole('button', { name: 'Upload a photo' }).waitFor();
  await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
  await page.getByRole('alert').filter({ hasText: 'This picture cannot be read here.' }).waitFor();
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await photo(600, 400)) };
  await picker.setInputFiles(file);
  await page.getByRole('button', { name: 'Change photo' }).waitFor();
  await page.locator('img[src^="/api/avatars/"]').waitFor();
  await looksRight('setup-photo');
  await completeSetup(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('button', { name: 'Upload a photo' }).waitFor();
  const { body } = await server.as(ann).get('/api/profile');
  expect(body).toMatchObject({ firstName: 'Ann', pictureUrl: null });
});

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
