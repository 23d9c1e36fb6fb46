import { expect, test } from 'bun:test';
import { ann, bob } from '../support/cast';
import { pollNow, visit } from '../support/visit';

test('the first steps get ticks while one looks, and disappear when closed', async () => {
  const { server, page, main, looksRightEverywhere } = await visit('/', { fakeClock: true });
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.waitFor();
  expect(await steps.getByRole('img', { name: 'To do:' }).count()).toBe(4);
  await server.text(ann, 'Try the ramen place #food');
  await pollNow(page);
  await steps.getByRole('img', { name: 'Done:' }).waitFor();
  await looksRightEverywhere('first-steps');
  const share = steps.getByRole('link', { name: 'Share a board' });
  expect(await share.getAttribute('href')).toBe('/tag/private/food');
  const stored = page.waitForResponse(/users\.dismissFirstSteps/);
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await steps.waitFor({ state: 'detached' });
  await stored;
  await page.reload();
  await main.getByRole('link', { name: /food/ }).first().waitFor();
  expect(await steps.count()).toBe(0);
});

test('a person who takes the last step sees its tick, and the list is gone on the next visit', async () => {
  const steps = 'insert into first_steps (user_id, texted_at, photo_at, shared_at) values (1, 1, 1, 1)';
  const { server, page, main } = await visit('/', {
    texts: ['Try the ramen place #food'],
    before: (server) => server.introduce(ann).then(() => server.app.db.$client.run(steps)),
    fakeClock: true,
  });
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  await server.as(ann).get('/api/messages/search?q=ramen');
  await pollNow(page);
  await page.getByRole('region', { name: 'That is all there is to it' }).waitFor();
  await page.reload();
  await main.getByRole('link', { name: /food/ }).first().waitFor();
  expect(await page.getByRole('heading', { level: 2, name: /steps|all there is/ }).count()).toBe(0);
});

test('an empty dashboard leads to the phone with a text filled in, and offers the contact card', async () => {
  const { page, main, context } = await visit('/', { as: bob });
  const [phone] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Text an example' }).click(),
  ]);
  const field = phone.getByRole('textbox', { name: 'Text message from Bob' });
  await field.waitFor();
  expect(await field.inputValue()).toBe('Try the ramen place on 5th #example');
  await field.press('Enter');
  await page.bringToFront();
  await main.getByRole('link', { name: /#example/ }).waitFor();
  const card = page.getByRole('link', { name: 'Add to contacts' });
  expect(await card.getAttribute('href')).toBe('/api/product/contact.vcf');
});
