import { expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import { fixturePath } from '../../archive/fixtures';
import { keepNote, takeout } from '../../archive/keep-takeout';
import { ann } from '../../support/cast';
import { type App, openApp } from '../../support/web/open-app';
import { uploadsByFetch } from '../../support/web/upload-request';

const section = async () => within(await screen.findByRole('region', { name: 'Import' }));

async function choose(app: App, name: string, bytes: Uint8Array | string) {
  const input = await (await section()).findByTestId('import-files');
  await app.user.upload(input, new File([bytes as BlobPart], name));
}

test('a person looks at a file, imports it with a hashtag, and takes it back', async () => {
  using _ = uploadsByFetch();
  await using app = await openApp('/profile', { as: ann });
  const card = await section();
  await card.findByText('Google Keep');
  await choose(app, 'takeout.zip', await takeout(3, { 'Takeout/Keep/Broken.json': '{' }));
  await card.findByText('3 notes, 1 board, 1 part that we cannot read.');
  await card.findByText(/it is not valid JSON/);
  await app.user.type(card.getByLabelText('Hashtag for notes without one'), '#keep');
  await app.user.click(card.getByRole('button', { name: 'Import' }));
  await card.findByText('3 messages are new.');
  const client = app.server.as(ann);
  const tags = (await client.get<{ tags: string[] }[]>('/api/messages')).body.map(({ tags }) => tags);
  expect(tags).toEqual([['keep'], ['keep'], ['keep']]);

  await choose(app, 'later.zip', await takeout(4));
  await card.findByText('3 are here already and will not be saved twice.');
  await app.user.click(card.getByRole('button', { name: 'Import' }));
  await card.findByText('1 message is new, 3 were here already.');
  await choose(app, 'page.csv', '<!doctype html><html><body><p>Hello</p></body></html>');
  await card.findByRole('alert');
  const undo = card.getAllByRole('button', { name: 'Take back this import' });
  expect(undo).toHaveLength(2);
  await app.user.click(undo[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Back This Import' }));
  await app.user.click(dialog.getByRole('button', { name: 'Take Back' }));
  await waitFor(() => expect(card.getAllByRole('button', { name: 'Take back this import' })).toHaveLength(1));
  expect((await client.get<unknown[]>('/api/messages')).body).toHaveLength(3);
});

test('a wrong file is answered with what it is, and another can be chosen', async () => {
  using _ = uploadsByFetch();
  await using app = await openApp('/profile', { as: ann });
  const card = await section();
  await choose(app, 'page.csv', '<!doctype html><html><body><p>Hello</p></body></html>');
  expect((await card.findByRole('alert')).textContent).toStartWith(
    'page.csv cannot be imported: it is an HTML page.',
  );
  await choose(app, 'Note.json', keepNote(1));
  await card.findByText('1 note, 1 board.');
  await app.user.click(card.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(card.queryAllByText('1 note, 1 board.')).toHaveLength(0));
  await card.findByRole('button', { name: 'Choose a file' });
});

test('a person chooses conversations, and finds the look again after leaving the page', async () => {
  using _ = uploadsByFetch();
  await using app = await openApp('/profile', { as: ann });
  await choose(app, 'sms.xml', await Bun.file(fixturePath('sms.xml')).text());
  await (await section()).findByText('2 notes of 3 conversations or people are chosen.');
  await app.open('/');
  await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Import' })).toHaveLength(0));
  await app.open('/profile');
  const card = await section();
  await app.user.click(await card.findByRole('checkbox', { name: /^Ann Lee \(me\)/ }));
  await card.findByText('Choose whose messages to import.');
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  await app.user.click(card.getByRole('checkbox', { name: /^Bob, Cho/ }));
  await app.user.click(card.getByRole('button', { name: 'Import' }));
  await card.findByText('1 message is new.');
});
