import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { createSignInLink } from '../../../../src/people/auth/links';
import { ann, bob } from '../../../support/cast';
import { accountOf } from '../../../support/texts';
import { openApp } from '../../../support/web/open-app';

type OpenedApp = Awaited<ReturnType<typeof openApp>>;

async function openLink(app: OpenedApp) {
  await app.server.introduce(ann);
  const path = new URL(createSignInLink(app.server.app, accountOf(app.server.app, ann)!)).pathname;
  await app.open(path);
}

test('a link signs in by its button alone, and says so when it is used', async () => {
  await using app = await openApp('/login');
  await openLink(app);
  await screen.findByText('Ann Lee');
  expect(app.path()).toStartWith('/in/');
  await app.user.click(screen.getByText('Sign in'));
  await screen.findByText('Hi, Ann');
});

test('a browser that is signed in as somebody else is asked before it changes', async () => {
  await using app = await openApp('/', { as: bob });
  await openLink(app);
  await screen.findByText(/It is signed in as Bob Ray now/);
  await app.user.click(screen.getByText('Sign in as Ann Lee'));
  await screen.findByText('Hi, Ann');
});

test('an unknown link says how to get another one', async () => {
  await using _ = await openApp('/in/unknown');
  await screen.findByText('This link has expired.');
  await waitFor(() => expect(screen.getByText('Text LOGIN').closest('a')?.href).toContain('LOGIN'));
});
