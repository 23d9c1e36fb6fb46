import { test } from 'bun:test';
import { openTab } from '../support/browser';
import { ann, bob } from '../support/cast';
import { startExecutable } from '../support/executable';
import { until } from '../support/server';

test('in the executable a person signs in, is texted, adds and finds', async () => {
  await using program = await startExecutable();
  const text = (from: string, body: string) => program.simulator.post('/api/simulator/texts', { from, body });
  await text(bob.phone, 'hello');
  await using tab = await openTab(program.publicUrl, { worker: true });
  const { page } = tab;

  await page.goto('/login');
  await page.getByLabel('Phone number').fill(ann.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  const code = await until(async () => /\b\d{6}\b/.exec((await program.textsTo(ann.phone)).join())?.[0]);
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: /Skip/ }).click();

  await text(ann.phone, 'Try the ramen place #food');
  await page.getByRole('link', { name: /food/ }).first().click();
  await page.getByRole('feed', { name: 'Messages on #food' }).getByText('Try the ramen place').waitFor();
  await page.getByRole('button', { name: 'Add Card' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('And the noodle bar');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: false }).last().click();
  await page.getByRole('feed').getByText('And the noodle bar').waitFor();

  await page.goto('/search?q=noodle');
  await page.getByRole('feed').getByText('And the noodle bar').waitFor();
  await until(() =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated'),
  );
});
