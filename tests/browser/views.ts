import type { Page } from 'playwright-core';
import { fixturePath } from '../archive/fixtures';
import { ann, eve } from '../support/cast';
import { writeInVain } from '../support/unsent';

export type View = {
  name: string;
  path: string;
  stranger?: true;
  leavesTraces?: true;
  open?: (page: Page) => Promise<unknown>;
  ready: string | RegExp;
};

const main = (page: Page) => page.getByRole('main');
const press = (name: string) => (page: Page) => main(page).getByRole('button', { name, exact: true }).click();
const askForCode = async (page: Page) => {
  await page.getByLabel('Phone number').fill(ann.phone);
  await press('Send verification code')(page);
};
const openMenu = async (page: Page) => {
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.or(page.getByRole('navigation')).first().waitFor();
  if (await opener.isVisible()) await opener.click();
};
const onBoard = (name: string) => async (page: Page) => {
  const menu = page.getByRole('button', { name: /^Actions for #/ });
  const button = main(page).getByRole('button', { name, exact: true });
  await menu.or(button).first().waitFor();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const inMenu = (name: string) => async (page: Page) => {
  await openMenu(page);
  await page.getByRole('navigation').getByRole('button', { name }).click();
};
const openCardMenu = (item?: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for the message of Ann Lee' }).first().click();
  if (item) await page.getByRole('menuitem', { name: item }).click();
};

const openShortcuts = async (page: Page) => {
  await main(page).getByRole('link').first().waitFor();
  await page.keyboard.press('?');
};

const openCommandBar =
  (typed = '') =>
  async (page: Page) => {
    await main(page).getByRole('link').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(typed);
  };

const answer = async (page: Page) => {
  await main(page)
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click();
};

const inviteUnknown = async (page: Page) => {
  await onBoard('Invite')(page);
  await page.getByLabel('Phone number').fill(eve.phone);
  await page.getByRole('button', { name: 'Send Invite' }).click();
  // this button is disabled until its link has come, and axe mistakes a change of its colours for low contrast
  await page.locator('button:enabled').getByText('Copy', { exact: true }).waitFor();
};

const makeToken = async (page: Page) => {
  await press('Make a token')(page);
  await page.getByLabel('Name', { exact: true }).fill('Home Assistant');
  await page.getByRole('button', { name: 'Make Token' }).click();
};

const subscribeHere = async (page: Page) => {
  await main(page).getByRole('heading', { name: 'In this browser' }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    const registration = { pushManager: { getSubscription: async () => ({}) } };
    Object.assign(navigator.serviceWorker, { getRegistration: async () => registration });
    // makes the page ask the browser for its subscription again
    window.dispatchEvent(new Event('visibilitychange'));
  });
};

const openUnsent = async (page: Page) => {
  await press('Add Card')(page);
  await writeInVain(page, 'Ferry at nine, harbour side');
  await page.getByRole('button', { name: '1 not sent' }).click();
};

const FOOD = '/tag/private/food';
const OSLO = '/tag/shared/trip-to-oslo';

export const VIEWS: View[] = [
  { name: 'login', path: '/login', stranger: true, ready: 'Sign in to Tagline' },
  { name: 'login-code', path: '/login', stranger: true, open: askForCode, ready: 'Check your phone' },
  { name: 'phone', path: '/phone', stranger: true, ready: 'Text message' },
  { name: 'texting', path: '/texting', stranger: true, ready: 'What you can text' },
  { name: 'api-docs', path: '/api/docs', stranger: true, ready: 'Ids are numbers' },
  { name: 'dashboard', path: '/', ready: 'Hi, Ann' },
  { name: 'all-texts', path: '/all-texts', ready: 'Seen from the ferry' },
  { name: 'private-board', path: FOOD, ready: 'Ask Mia for her pickles' },
  { name: 'shared-board', path: OSLO, ready: 'Seen from the ferry' },
  { name: 'member-board', path: '/tag/shared/running', ready: 'Knee felt fine after 12 km' },
  { name: 'empty-board', path: '/tag/private/nothing', ready: 'No messages found with #nothing' },
  { name: 'thread', path: '/thread/1', ready: 'Reply to Ann Lee…' },
  { name: 'answer', path: OSLO, open: answer, ready: 'Reply to Cho Min…' },
  { name: 'search', path: '/search?q=the', ready: /found\)/ },
  { name: 'profile', path: '/profile', ready: 'Export my data' },
  {
    name: 'renew-calendar',
    path: '/profile',
    open: async (page) => {
      await press('Make an address')(page);
      await press('Renew')(page);
    },
    ready: 'The present address never works again.',
  },
  {
    name: 'import-look',
    path: '/profile',
    open: (page) => page.getByTestId('import-files').setInputFiles(fixturePath('sms.xml')),
    ready: 'Whose messages to import',
  },
  { name: 'new-token', path: '/profile', open: press('Make a token'), ready: 'The program that will use' },
  { name: 'new-token-made', path: '/profile', open: makeToken, ready: 'Copy the token now.' },
  { name: 'new-webhook', path: '/profile', open: press('Add a webhook'), ready: 'Where it is posted to' },
  { name: 'end-others', path: '/profile', open: press('End all others'), ready: 'You stay signed in here' },
  { name: 'revoke-token', path: '/profile', open: press('Revoke Home Assistant'), ready: /can do nothing/ },
  { name: 'reminders', path: '/reminders', ready: 'To come' },
  { name: 'add-from-elsewhere', path: '/add?text=Oslo%20by%20ferry', ready: 'Add Message' },
  { name: 'notifications', path: '/notifications', ready: 'Back to Messages' },
  {
    name: 'notifications-pushed',
    path: '/notifications',
    leavesTraces: true,
    open: subscribeHere,
    ready: 'Stop notifying me here',
  },
  { name: 'not-found', path: '/no/such/page', ready: '404 Page Not Found' },
  { name: 'menu', path: '/', open: openMenu, ready: 'Notification Settings' },
  { name: 'add-message', path: FOOD, open: press('Add Card'), ready: 'Add to Tagline' },
  {
    name: 'composer',
    path: FOOD,
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Write to #food' }).fill('Dumplings');
      await press('Boards')(page);
    },
    ready: 'Add new hashtag...',
  },
  { name: 'rename', path: FOOD, open: onBoard('Rename'), ready: 'Rename Board' },
  { name: 'convert', path: FOOD, open: onBoard('Invite'), ready: 'Share #food' },
  { name: 'delete-tag', path: FOOD, open: onBoard('Delete'), ready: '3 messages with #food' },
  { name: 'members', path: OSLO, open: onBoard('Members'), ready: 'Invited by text' },
  { name: 'invite', path: OSLO, open: onBoard('Invite'), ready: 'Invite to #trip-to-oslo' },
  {
    name: 'invite-by-text',
    path: OSLO,
    open: inviteUnknown,
    ready: 'Text them an invitation to #trip-to-oslo',
  },
  { name: 'delete-board', path: OSLO, open: onBoard('Delete'), ready: 'Delete Shared Board' },
  { name: 'card-menu', path: FOOD, open: openCardMenu(), ready: 'Copy text' },
  { name: 'edit-message', path: FOOD, open: openCardMenu('Edit'), ready: 'Edit Message' },
  { name: 'add-tag', path: FOOD, open: openCardMenu('Add tag'), ready: 'Current tags:' },
  { name: 'remind-me', path: FOOD, open: openCardMenu('Remind me'), ready: 'Set Reminder' },
  { name: 'delete-message', path: FOOD, open: openCardMenu('Delete'), ready: 'Delete Message' },
  { name: 'create-private', path: '/', open: inMenu('Create private board'), ready: 'Create Private Board' },
  { name: 'create-shared', path: '/', open: inMenu('Create shared board'), ready: 'Create Shared Board' },
  { name: 'delete-account', path: '/', open: inMenu('Delete Account'), ready: 'Type DELETE to confirm' },
  { name: 'shortcuts', path: '/', open: openShortcuts, ready: 'Go to your boards' },
  { name: 'command-bar', path: FOOD, open: openCommandBar(), ready: 'Create private board' },
  { name: 'command-bar-found', path: '/', open: openCommandBar('the'), ready: 'Search for “the”' },
  { name: 'admin', path: '/admin', ready: 'Feedback Messages' },
  { name: 'block-number', path: '/admin', open: press('Block a number'), ready: 'Operators read it here' },
  {
    name: 'block-person',
    path: '/tag/shared/running',
    open: async (page) => {
      await onBoard('Members')(page);
      await page.getByRole('button', { name: /^Block / }).click();
    },
    ready: 'Your profile lets you unblock them.',
  },
  { name: 'toast', path: '/', open: inMenu('Copy the number'), ready: 'Number copied' },
  { name: 'unsent', path: FOOD, open: openUnsent, ready: 'Send again' },
  { name: 'log-out', path: '/', open: inMenu('Logout'), ready: 'Log Out and Delete' },
];

export const waitUntilReady = (page: Page, ready: View['ready']) =>
  page
    .getByText(ready)
    .or(page.getByPlaceholder(ready))
    .or(page.getByRole('heading', { name: ready }))
    .filter({ visible: true })
    .first()
    .waitFor();
