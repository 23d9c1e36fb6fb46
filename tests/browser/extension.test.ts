import { expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../scripts/setup';
import type { Connection } from '../../web/extension/connection';
import { BROWSERS } from '../../web/extension/manifest';
import { axeViolations, horizontalOverflow } from '../support/browser';
import { ann, bob } from '../support/cast';
import { chooseInMenu, openExtension } from '../support/extension';
import { shareBoard } from '../support/household';
import { colorPng } from '../support/pictures';
import { until } from '../support/server';
import { openSite } from '../support/site';
import { untilTestEnds } from '../support/test-end';
import { sees, startServer } from '../support/visit';
import { words } from '../support/words';

const PAGE = `<title>Ramen #42</title><p>Closed on <b>#1</b> Mondays</p><img src="/noodles.png" alt="Noodles">`;
const PNG = { headers: { 'content-type': 'image/png' }, body: colorPng(40, 30) };

async function looksRight(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect({ colorScheme, found: await axeViolations(page) }).toEqual({ colorScheme, found: [] });
    expect(await horizontalOverflow(page)).toBe(0);
  }
}

async function start() {
  const server = await startServer();
  const site = untilTestEnds(
    await openSite({ '/ramen': { body: PAGE }, '/noodles.png': PNG, '/favicon.ico': {} }),
  );
  const extension = untilTestEnds(await openExtension());
  const { context, address } = extension;
  const cookies = [...(await server.introduce(ann)).cookies];
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.publicUrl })));
  const options = await context.newPage();
  await options.goto(address('options.html'));
  return { ...extension, server, site, options };
}

const save = (form: Page) => form.getByRole('button', { name: 'Save', exact: true }).click();
const message = (form: Page) => form.getByRole('textbox', { name: 'Message' });

test('the extension is small, and asks for no site beforehand', () => {
  for (const browser of BROWSERS) {
    expect(statSync(join(ROOT, `dist/web/tagline-${browser}.zip`)).size).toBeLessThan(100_000);
    const { permissions, ...manifest } = JSON.parse(
      readFileSync(join(ROOT, 'dist/extension', browser, 'manifest.json'), 'utf8'),
    );
    expect(permissions).toEqual(words`activeTab alarms contextMenus identity scripting storage`);
    expect(manifest).not.toContainKeys(['host_permissions', 'content_scripts']);
  }
});

test('a page is saved by a program that was let in, and taken back', async () => {
  const { server, site, context, worker, options } = await start();
  await shareBoard(server, 'food', bob, ann);
  await looksRight(options);
  await options.getByLabel('Address of your Tagline').fill(server.publicUrl);
  const asked = context.waitForEvent('page');
  await options.getByRole('button', { name: 'Sign in there' }).click();
  await (await asked).getByRole('button', { name: 'Allow', exact: true }).click();
  await sees(options, 'Connected. Press the button of the extension on any page.');
  await looksRight(options);

  await worker.evaluate(async () => {
    const { connection } = await chrome.storage.local.get<{ connection: Connection }>('connection');
    await chrome.storage.local.set({
      connection: { ...connection, oauth: { ...connection.oauth, endsAt: 0 } },
    });
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/ramen`);
  await page.getByText('Closed on').selectText();
  await worker.evaluate(async () => {
    const [window] = await chrome.windows.getAll({ windowTypes: ['normal'] });
    await chrome.action.openPopup({ windowId: window?.id });
  });
  const popupText = () =>
    options.evaluate(
      () => chrome.extension.getViews({ type: 'popup' })[0]?.document.querySelector('textarea')?.value,
    );
  await until(async () => (await popupText()) === `Ramen # 42\n${site.url}/ramen\nClosed on # 1 Mondays`);

  const form = await chooseInMenu(worker, page, { menuItemId: 'page' });
  await form.getByRole('button', { name: '#food 1 person' }).waitFor();
  expect(await message(form).inputValue()).toBe(`Ramen # 42\n${site.url}/ramen`);
  await form.getByLabel('Boards', { exact: true }).fill('foo');
  await sees(form, 'Enter takes #food.');
  await form.keyboard.press('Enter');
  await form.getByRole('button', { name: '#food 1 person', pressed: true }).waitFor();
  await form.getByLabel('Boards', { exact: true }).fill('Noodle bars');
  await looksRight(form);
  await save(form);
  await sees(form, 'Saved on #food, #noodle-bars.');
  expect(await server.messagesOf(bob)).toMatchObject([
    { content: `Ramen # 42\n${site.url}/ramen`, tags: ['food'] },
  ]);
  await form.getByRole('button', { name: 'Undo' }).click();
  await sees(form, 'Taken back. Nothing is saved now.');
  expect(await server.messagesOf(bob)).toEqual([]);

  const programs = async () => (await server.as(ann).get<{ name: string }[]>('/api/tokens')).body;
  expect(await programs()).toMatchObject([{ name: 'Browser extension', program: expect.anything() }]);
  await options.getByRole('button', { name: 'Disconnect' }).click();
  await sees(options, 'Disconnected.');
  expect(await programs()).toEqual([]);
});

test('what is selected, pictures and links are saved, once, also after the server was away', async () => {
  const { server, site, context, worker, options } = await start();
  const made = await server
    .as(ann)
    .post<{ token: string }>('/api/tokens', { name: 'Browser', scope: 'write' });
  await options.getByLabel('Address of your Tagline').fill(server.publicUrl);
  await options.getByText('Use an access token instead').click();
  const use = async (token: string) => {
    await options.getByLabel('Access token', { exact: true }).fill(token);
    await options.getByRole('button', { name: 'Use the token' }).click();
  };
  await use('wrong');
  await options.getByText('Connect again in the options.').waitFor();
  await use(made.body.token);
  await sees(options, 'Connected. Press the button of the extension on any page.');

  const page = await context.newPage();
  await page.goto(`${site.url}/ramen`);
  await page.getByText('Closed on').selectText();
  const head = `Ramen # 42\n${site.url}/ramen`;
  const choose = async (menuItemId: string, info: object, content: string) => {
    const form = await chooseInMenu(worker, page, { menuItemId, ...info });
    await until(async () => (await message(form).inputValue()) === content);
    return form;
  };
  const selected = await choose('selection', {}, `${head}\nClosed on # 1 Mondays`);
  await message(selected).fill('é'.repeat(10_001));
  await save(selected);
  await sees(selected, 'A message can have at most 10,000 characters.');
  await message(selected).fill('Closed on Mondays #food');
  await selected.keyboard.press('Control+Enter');
  await sees(selected, 'Saved on #food.');

  const picture = await choose('image', { srcUrl: `${site.url}/noodles.png` }, head);
  await picture.getByAltText('What will be saved').waitFor();
  await looksRight(picture);
  await save(picture);
  await sees(picture, 'Saved on #uncategorized.');
  const unreadable = 'https://pictures.invalid/1.png';
  const address = await choose('image', { srcUrl: unreadable }, `${head}\n${unreadable}`);
  await address.getByText('The site does not give out this picture').waitFor();

  await server.stop();
  const link = await choose(
    'link',
    { linkUrl: 'https://ramen.example/#menu' },
    'https://ramen.example/#menu',
  );
  await save(link);
  await sees(link, 'Not sent yet');
  expect(await link.getByRole('button').allTextContents()).toEqual([
    'Options',
    'Close',
    'Edit',
    'Discard',
    'Try again',
  ]);
  await link.getByText('Not sent: no answer.').waitFor();
  await looksRight(link);
  await link.getByRole('button', { name: 'Edit https://ramen.example/#menu' }).click();
  await message(link).fill('The menu: https://ramen.example/#menu');
  await save(link);
  await link.getByText('Not sent: no answer.').waitFor();
  const badge = () => worker.evaluate(() => chrome.action.getBadgeText({}));
  expect(await badge()).toBe('1');
  await server.upgrade(join(ROOT, 'dist/web'));
  await worker.evaluate(() =>
    (chrome.alarms.onAlarm as unknown as { dispatch(alarm: object): void }).dispatch({ name: 'retry' }),
  );
  await until(async () => (await badge()) === '');
  expect(await server.messagesOf(ann)).toMatchObject([
    { content: 'The menu: https://ramen.example/#menu', media: [] },
    { content: head, media: [{ type: 'image/png' }] },
    { content: 'Closed on Mondays #food', tags: ['food'] },
  ]);
});
