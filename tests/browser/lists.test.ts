import { expect, test } from 'bun:test';
import { ann, bob } from '../support/cast';
import { until } from '../support/server';
import { untilFocused, visit } from '../support/visit';

const LIST = 'Packing:\n- [ ] tent\n- [x] torch\n- see https://x.example #house';

test('two people tick a list: live, by keyboard, with an undo', async () => {
  const { server, page, screenshot } = await visit(null, { texts: ['Hi #mine'] });
  const { post } = await server.introduce(ann);
  await post('/api/shared-boards', { name: 'house' });
  await server.introduce(bob);
  await post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  await post('/api/messages', { content: LIST });
  await post('/api/messages', { content: 'milk, eggs #house' });
  await page.goto('/tag/shared/house');
  const { page: his } = await visit('/tag/shared/house', { server, as: bob });
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
  await box('tent').waitFor();
  expect(await box(/torch/).count()).toBe(0); // folded
  await his.getByRole('button', { name: '1 ticked' }).click();
  await his.getByRole('checkbox', { name: /torch Ann Lee/, checked: true }).waitFor();

  await box('tent').focus();
  await page.keyboard.press('Space');
  await page.getByText('Ticked', { exact: true }).waitFor();
  await untilFocused(box(/^see/));
  await his.getByRole('checkbox', { name: /tent Ann Lee/, checked: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await his.getByRole('checkbox', { name: 'tent', exact: true, checked: false }).waitFor();

  await page
    .getByRole('button', { name: /^Actions for #house/ })
    .or(page.getByRole('button', { name: 'Members' }))
    .first()
    .waitFor();
  await server.text(ann, 'LIST ON #house');
  await box('milk').waitFor();
  for (const name of ['milk', 'eggs']) await his.getByRole('checkbox', { name, exact: true }).click();
  const folded = page.getByRole('button', { name: '1 ticked message' });
  await folded.click();
  await page
    .getByRole('feed', { name: 'Ticked on #house' })
    .getByRole('button', { name: '2 ticked' })
    .click();
  await box(/eggs Bob Ray/).click();
  await until(async () => (await folded.count()) === 0);
  await screenshot('list');
});
