import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { ann, bob, cho } from '../../support/cast';
import { accountOf } from '../../support/texts';
import { openApp } from '../../support/web/open-app';

const OFFER = 'Text them an invitation to #house';

/** Returns the button with this label. A click on its label alone would not submit a form in happy-dom. */
const buttonOf = (label: string) => screen.getByText(label).closest('button')!;

const isShown = (text: string) => screen.queryByText(text) !== null;

test('an owner texts an invitation to an unknown number', async () => {
  await using app = await openApp('/tag/shared/house', { as: ann });
  const { app: server } = app.server;
  await app.server.as(ann).post('/api/shared-boards', { name: 'house' });
  await app.user.click(await screen.findByText('Invite'));
  const number = await screen.findByLabelText('Phone number');
  await app.user.type(number, cho.phone);
  await app.user.click(buttonOf('Send Invite'));
  await screen.findByText(OFFER);
  await app.user.type(number, '4');
  expect(isShown(OFFER)).toBe(false); // only the refused number gets the offer
  await app.user.type(number, '{Backspace}');
  await app.user.click(await screen.findByText(OFFER));
  await waitFor(() => expect(server.outbox(cho.phone)[0]?.body).toContain('shared board #house'));
  await waitFor(() => expect(isShown('Send Invite')).toBe(false));
});

test('an owner takes back an invitation among the members', async () => {
  await using app = await openApp('/tag/shared/house', { as: ann });
  const owner = app.server.as(ann);
  await owner.post('/api/shared-boards', { name: 'house' });
  await owner.post('/api/shared-boards/house/invite-by-text', { phoneNumber: cho.phone });
  await app.user.click(await screen.findByText('Members'));
  await screen.findByText('+1 (202) 555-0133');
  await app.user.click(screen.getByText('Take back'));
  await waitFor(() => expect(isShown('Invited by text')).toBe(false));
  await app.server.text(cho, 'YES');
  expect(accountOf(app.server.app, cho)).toBeUndefined();
});

test('a private board is shared and its first guest is texted, in one act', async () => {
  await using app = await openApp('/tag/private/food', { as: ann });
  await app.server.text(ann, 'Soup #food');
  await app.user.click(await screen.findByText('Invite'));
  await app.user.type(await screen.findByLabelText('Phone number'), cho.phone);
  await app.user.click(buttonOf('Convert & Invite'));
  await app.user.click(await screen.findByText('Text them an invitation to #food'));
  await waitFor(() => expect(app.server.received(cho.phone)).not.toBeEmpty());
  await app.server.text(cho, 'YES');
  await waitFor(() => expect(accountOf(app.server.app, cho)).toBeDefined());
});

test('a refused list of members shows the error and its status', async () => {
  await using app = await openApp('/tag/shared/house', { as: ann });
  await app.server.as(ann).post('/api/shared-boards', { name: 'house' });
  const members = await screen.findByRole('button', { name: 'Members' });
  // as if the board was deleted, before a poll tells the page so
  const error = { message: 'Board not found', code: -32004, data: { code: 'NOT_FOUND', httpStatus: 404 } };
  app.network.answer = (path) =>
    path.includes('boards.members') ? Response.json(path.split(',').map(() => ({ error }))) : undefined;
  await app.user.click(members);
  await screen.findByText('Error loading members: 404: Board not found');
});

test('a name that a person gives to a member is shown to that person, and taken away again', async () => {
  await using app = await openApp('/tag/shared/house', { as: ann });
  const owner = app.server.as(ann);
  await owner.post('/api/shared-boards', { name: 'house' });
  await app.server.introduce(bob);
  await owner.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  await app.user.click(await screen.findByText('Members'));
  await app.user.click(await screen.findByLabelText('Give Bob Ray a name that only you see'));
  const field = await screen.findByLabelText('Name for Bob Ray that only you see');
  await app.user.clear(field);
  await app.user.type(field, 'Granny');
  await app.user.click(buttonOf('Save'));
  await app.user.click(await screen.findByLabelText('Give Granny a name that only you see'));
  await app.user.clear(screen.getByLabelText('Name for Granny that only you see'));
  await app.user.click(buttonOf('Save'));
  await screen.findByLabelText('Give Bob Ray a name that only you see');
});
