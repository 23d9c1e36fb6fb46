import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { cache } from '../../../web/product/trpc';
import { ann } from '../../support/cast';
import { until } from '../../support/server';
import { textIn } from '../../support/texts';
import { openApp } from '../../support/web/open-app';

test('after a STOP the web app says so, with the way back, until a START', async () => {
  await using app = await openApp('/', { as: ann });
  await screen.findByRole('heading', { level: 1 });
  const notice = () => screen.queryByText(/A text with STOP came from your number/);
  expect(notice()).toBeNull();
  textIn(app.server.app, ann, 'STOP');
  await cache.users.profile.invalidate();
  await until(() => notice() !== null);
  expect(screen.getByRole('link', { name: /^Text START to/ }).getAttribute('href')).toContain('text=START');
  textIn(app.server.app, ann, 'START');
  await cache.users.profile.invalidate();
  await until(() => notice() === null);
});
