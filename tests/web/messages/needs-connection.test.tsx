import { expect, test } from 'bun:test';
import { fireEvent, screen, within } from '@testing-library/react';
import type { Message } from '../../../src/contract/messages';
import { ann } from '../../support/cast';
import { png } from '../../support/pictures';
import { until } from '../../support/server';
import { type App, openApp } from '../../support/web/open-app';

const SENTENCE = 'This needs a connection, and there is none now.';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const click = async ({ user }: App, name: string) => user.click(await screen.findByRole('button', { name }));

const press = async ({ user }: App, name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

async function openInMenu({ user }: App, menu: string, item: string) {
  await user.click(await screen.findByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  await screen.findByRole('dialog');
}

const isDone = (text: string) => screen.findByText(text);
const messages = async ({ server }: App) => (await server.as(ann).get<Message[]>('/api/messages')).body;

async function addPhoto({ server }: App) {
  const form = new FormData();
  form.append('files', new File([png(4, 4)], 'noodles.png', { type: 'image/png' }));
  const uploaded = await server.as(ann).send<{ id: number }[]>('/api/media', { method: 'POST', body: form });
  const mediaIds = uploaded.body.map(({ id }) => id);
  await server.as(ann).post('/api/messages', { content: 'Ramen #food', mediaIds });
}

const MENU = 'Actions for the message of Ann Lee';

const pin = (pressed: boolean) =>
  within(screen.getByRole('main')).findByRole('button', { name: 'Pin #food', pressed });

type Step = {
  prepare: (app: App) => Promise<unknown>;
  act: (app: App) => Promise<void>;
  kept?: () => unknown;
  done: (app: App) => Promise<unknown>;
};

const createsBoard = (kind: string, name: string, done: string): Step => ({
  async prepare(app) {
    await click(app, `Create ${kind} board`);
    await app.user.type(await screen.findByLabelText('Board name'), name);
  },
  act: (app) => press(app, 'Create Board'),
  kept: () => expect(field('Board name').value).toBe(name),
  done: () => isDone(done),
});

const deletesBoard = (path: string, done: string): Step => ({
  async prepare(app) {
    await app.open(path);
    await screen.findByRole('heading', { name: `#${path.split('/').at(-1)}` });
    await click(app, 'Delete');
  },
  act: (app) => press(app, 'Delete'),
  async done() {
    await isDone(done);
    await screen.findByRole('heading', { name: 'Hi, Ann' });
  },
});

const STEPS: Step[] = [
  {
    async prepare(app) {
      await openInMenu(app, MENU, 'Remind me');
      fireEvent.change(field('Date and time'), { target: { value: '2099-05-04T07:30' } });
    },
    act: (app) => press(app, 'Set Reminder'),
    kept: () => expect(field('Date and time').value).toBe('2099-05-04T07:30'),
    done: () => isDone('Reminder set'),
  },
  {
    async prepare(app) {
      await openInMenu(app, MENU, 'Edit');
      await app.user.type(field('Description of the photo'), 'A bowl');
    },
    act: (app) => press(app, 'Save Changes'),
    kept: () => expect(field('Description of the photo').value).toBe('A bowl'),
    done: (app) => until(async () => (await messages(app))[0]?.media[0]?.alt === 'A bowl'),
  },
  createsBoard('private', 'garden', 'Private board created'),
  createsBoard('shared', 'oslo', 'Created shared board #oslo'),
  deletesBoard('/tag/shared/oslo', 'Board Deleted'),
  deletesBoard('/tag/private/garden', 'Tag deleted'),
  {
    prepare: () => screen.findByRole('heading', { name: 'Hi, Ann' }),
    act: async (app) => app.user.click(await pin(false)),
    kept: () => pin(false),
    done: () => pin(true),
  },
];

test('what cannot be kept says that it needs a connection, and works when there is one', async () => {
  await using app = await openApp('/tag/food', { as: ann });
  await addPhoto(app);
  for (const { prepare, act, kept, done } of STEPS) {
    await prepare(app);
    app.network.cut = true;
    await act(app);
    await screen.findByText(SENTENCE);
    await kept?.();
    app.network.cut = false;
    await app.user.click(screen.getByRole('button', { name: 'Close notification' }));
    await act(app);
    await done(app);
    await until(() => !screen.queryByRole('dialog'));
  }
});
