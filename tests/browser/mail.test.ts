import { expect, test } from 'bun:test';
import { sendMails } from '../../src/notices/mail/mailing';
import { deliverMail } from '../../src/texting/mail/delivery';
import { ann, bob } from '../support/cast';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { type TestServer, until } from '../support/server';
import { wav } from '../support/sounds';
import { visit } from '../support/visit';

const deliver = ({ app }: TestServer, to: string, rest: string, id: string) =>
  deliverMail(app, new TextEncoder().encode(`From: <ann@example.org>\r\nMessage-ID: <${id}@x>\r\n${rest}`), {
    recipients: [to],
    sender: 'ann@example.org',
    ip: '',
    helo: '',
  });

test('an address given in the profile is confirmed by its mail, and gets a post', async () => {
  const { page, server } = await visit('/profile');
  await page.getByRole('textbox', { name: 'Your mail address' }).fill('Ann@Example.org');
  await page.getByRole('button', { name: 'Send a link to confirm it' }).click();
  await page.getByRole('status').getByText('ann@example.org').waitFor();

  const phone = await page.context().newPage();
  await phone.goto(`${server.simulatorUrl}/phone`);
  await phone.getByText('Mails of Ann (1)').click();
  const [opened] = await Promise.all([
    phone.context().waitForEvent('page'),
    phone
      .frameLocator('iframe')
      .getByRole('link', { name: /\/mail\/confirm\// })
      .click(),
  ]);
  await opened.getByRole('button', { name: 'Confirm this address' }).click();
  await opened.getByText('Your notices come to ann@example.org from now on.').waitFor();

  await page.getByRole('switch', { name: 'ann@example.org' }).waitFor();
  share(server.app, ensureUser(server.app, bob), 'house', ann);
  await server.text(bob, 'New lamp #house');
  await until(() =>
    sendMails(server.app).then(() => server.app.outbox(ann.phone).some(({ state }) => state === 'mailed')),
  );
  await phone.frameLocator('iframe').first().getByText('New lamp').waitFor();
  await page.getByRole('switch', { name: 'ann@example.org' }).press('Space');
  await page.getByText('Settings updated', { exact: true }).waitFor();
  expect(
    server.app.db.$client.query('select by_mail as byMail from users where phone = ?').get(ann.phone),
  ).toEqual({ byMail: 0 });
});

test('mails to the addresses of a profile and a board become notes, until they end', async () => {
  const { page, server, dialog, looksRightEverywhere } = await visit('/profile', {
    before: ({ app }) => void share(app, ensureUser(app, ann), 'house', bob),
  });
  const card = page.getByRole('region', { name: 'Notes by mail' });
  await card.getByRole('button', { name: 'Make a mail address' }).press('Enter');
  const field = card.getByRole('textbox', { name: 'Address for mails' });
  const own = await field.inputValue();
  expect(own).toMatch(/^ann-[a-z2-9]{12}@notes\.example$/);
  await card.getByRole('button', { name: 'QR code' }).click();
  await card.getByRole('img', { name: `QR code of ${own}` }).waitFor();
  expect(await deliver(server, own, '\r\nMilk', 'milk')).toBeNull();
  await card.getByRole('button', { name: 'Renew' }).click();
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await page.getByText('New address made').last().waitFor();
  await until(async () => (await field.inputValue()) !== own);
  expect(await deliver(server, own, '\r\nLate', 'late')).toBe('unknown');
  await looksRightEverywhere('notes-by-mail');

  await page.goto('/tag/shared/house');
  await page.getByRole('button', { name: 'Actions for #house' }).click();
  await page.getByRole('menuitem', { name: 'Notes by mail' }).click();
  await dialog.getByRole('button', { name: 'Make a mail address' }).click();
  const ofBoard = await dialog.getByRole('textbox', { name: 'Address for mails' }).inputValue();
  expect(ofBoard).toStartWith('house-');
  await looksRightEverywhere('notes-by-mail-of-a-board');
  expect(await deliver(server, ofBoard, '\r\nLamp', 'lamp')).toBeNull();
  await dialog.getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog', { name: 'End the Address' }).getByRole('button', { name: 'End' }).click();
  await dialog.getByRole('button', { name: 'Make a mail address' }).waitFor();
  expect(await deliver(server, ofBoard, '\r\nGone', 'gone')).toBe('unknown');
  await page.keyboard.press('Escape');
  await page.getByRole('article').getByText('Lamp').waitFor();
  await page.goto('/tag/uncategorized');
  await page.getByRole('article').getByText('Milk').waitFor();
});

test('a voice memo that came by mail plays on its card; what cannot play is downloaded', async () => {
  const { page, server, looksRightEverywhere } = await visit(null);
  const { address } = (await server.as(ann).post<{ address: string }>('/api/notes-by-mail', {})).body;
  const attached = (type: string, name: string, bytes: string | Uint8Array) =>
    `--part\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}`;
  const memos = [
    'Subject: Two memos #memos\r\nContent-Type: multipart/mixed; boundary=part\r\n',
    attached('audio/wav', 'memo.wav', wav(1)),
    attached('audio/amr', 'old-phone.amr', '#!AMR\n0123456789'),
    '--part--',
  ].join('\r\n');
  expect(await deliver(server, address, memos, 'memos')).toBeNull();
  await page.goto('/tag/memos');
  const memo = page.locator('audio[controls]');
  await memo.focus();
  await page.keyboard.press('Space');
  await until(() => memo.evaluate((audio: HTMLAudioElement) => audio.currentTime > 0));
  await page.getByRole('link', { name: /old-phone\.amr.*This browser cannot play it/ }).waitFor();
  await looksRightEverywhere('voice-memos');
});
