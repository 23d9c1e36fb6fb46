import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { changeSeen, readAllSeen, type Seen } from '../../../../web/product/offline/database';
import { readQueue } from '../../../../web/product/offline/queue';
import { storeAnswers, tidy } from '../../../../web/product/offline/seen';
import { MESSAGE_PAGES, MESSAGE_THREADS } from '../../../../web/product/pending/pending';
import { queryClient } from '../../../../web/product/query-client';
import { RETRY_MS } from '../../../../web/ui/ErrorScreen';
import { FIRST_SILENCE_MS, MUTATION_SILENCE_MS, SILENCE_MS } from '../../../../web/ui/reach';
import { takeErrors } from '../../../setup';
import { ann } from '../../../support/cast';
import { png } from '../../../support/pictures';
import { until } from '../../../support/server';
import { hurry } from '../../../support/web/hurry';
import { openKeeping, sendAll, withDatabase, write } from '../../../support/web/keeping';
import { openApp } from '../../../support/web/open-app';
import { uploadsByFetch } from '../../../support/web/upload-request';

withDatabase();

/** Makes the page stop waiting at once for a server that does not answer. */
const impatient = () => hurry(FIRST_SILENCE_MS, SILENCE_MS, MUTATION_SILENCE_MS);

test('a page opens with what is kept if the server is silent', async () => {
  await using app = await openKeeping('/tag/food');
  await app.server.text(ann, 'Ramen #food');
  await screen.findByText('Ramen');
  await storeAnswers();
  await app.open('/profile');
  queryClient.clear();
  using _ = impatient();
  app.network.silent = true;
  await app.open('/tag/food');
  await screen.findByText('Ramen');
  await screen.findByText(/^Offline\./);
  app.network.silent = false;
});

test('a message that a silent server does not answer is kept, and sent once', async () => {
  await using app = await openKeeping('/tag/food');
  const impatience = impatient();
  app.network.silent = true;
  await write(app, 'Dumplings');
  expect(await readQueue()).toMatchObject([{ shown: { content: 'Dumplings' }, refusal: null }]);
  impatience[Symbol.dispose]();
  app.network.silent = false;
  await sendAll();
  expect(await app.listed()).toMatchObject([{ content: 'Dumplings' }]);
});

test('a photo that a silent server does not take is kept with its message, and sent once', async () => {
  using _ = uploadsByFetch();
  await using app = await openKeeping('/tag/food');
  const impatience = impatient();
  app.network.silent = true;
  await app.user.click(screen.getByRole('button', { name: 'Add Card' }));
  const dialog = await screen.findByRole('dialog');
  await app.user.type(await within(dialog).findByLabelText('Message'), 'Sunset');
  const photo = new File([png(4, 4)], 'sunset.png', { type: 'image/png' });
  await app.user.upload(dialog.querySelector<HTMLInputElement>('input[type=file]')!, photo);
  const submit = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add Message' });
  await until(() => !submit.disabled);
  await app.user.click(submit);
  await app.user.click(await screen.findByRole('button', { name: '1 to be sent' }));
  await screen.findByText('With 1 file');
  impatience[Symbol.dispose]();
  app.network.silent = false;
  await sendAll();
  expect(await app.listed()).toMatchObject([{ content: 'Sunset', media: [{ width: 4 }] }]);
});

test('a page without anything kept says that there is no connection, and opens later', async () => {
  using _ = hurry(RETRY_MS);
  const impatience = impatient();
  await using app = await openApp('/', { as: ann, silent: true });
  await screen.findByText('No connection');
  impatience[Symbol.dispose]();
  app.network.silent = false;
  await screen.findByText('Hi, Ann');
  expect(takeErrors().join()).toContain('There is no connection.');
});

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;

const list = (board: string, at: number): Seen => ({
  ...{ account: 1, hash: `list of ${board}`, data: [], at },
  key: [...MESSAGE_PAGES, board],
});

test('60 lists are kept, for at most 30 days, and none of boards that were left', async () => {
  const many = Array.from({ length: 62 }, (_, at) => list(`board-${at}`, NOW - at));
  const thread = { ...list('thread', NOW - 31 * DAY_MS), key: [...MESSAGE_THREADS, 7] };
  await changeSeen(1, { put: [...many, thread, { ...list('board-3', NOW), account: 2 }], drop: [] });
  const boards = many.map(({ key }) => String(key[2])).filter((board) => board !== 'board-7');
  await tidy(1, boards, NOW);
  const kept = (await readAllSeen(1)).map(({ key }) => key[2]);
  expect(kept).toHaveLength(59);
  expect(kept).not.toContain('board-7');
  expect(kept).not.toContain('board-60');
  expect(await readAllSeen(2)).toHaveLength(1);
});

test('of a long list the first 240 messages are kept', async () => {
  await using app = await openKeeping('/tag/food');
  expect(app.path()).toBe('/tag/food');
  const page = Array.from({ length: 100 }, (_, id) => ({ id }));
  const key = [...MESSAGE_PAGES, 'long'];
  queryClient.setQueryData(key, { pages: [page, page, page, page], pageParams: [0, 1, 2, 3] });
  await storeAnswers();
  const seen = (await readAllSeen(1)).find((one) => one.key[2] === 'long');
  expect(seen?.data).toEqual({ pages: [page, page, page], pageParams: [0, 1, 2] });
});
