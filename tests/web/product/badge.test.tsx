import { test } from 'bun:test';
import { screen } from '@testing-library/react';
import { SIGNED_OUT } from '../../../web/product/session';
import { cache } from '../../../web/product/trpc';
import { watchBadge } from '../../../web/product/worker/badge';
import { ann, bob } from '../../support/cast';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

function stubBadge() {
  const shown: number[] = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  });
  return {
    shown,
    [Symbol.dispose]() {
      for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
    },
  };
}

test('the icon shows the number of unread messages, and none after a sign-out', async () => {
  using badge = stubBadge();
  await using app = await openApp('/reminders', { as: ann });
  const his = await app.server.introduce(bob);
  await his.post('/api/shared-boards', { name: 'house' });
  await his.post('/api/shared-boards/house/invite', { phoneNumber: ann.phone });
  await his.post('/api/messages', { content: 'Lamp', tags: ['house'] });
  await app.open('/');
  await screen.findByText('Lamp');
  using _ = { [Symbol.dispose]: watchBadge() };
  await until(() => badge.shown.at(-1) === 1);
  await his.post('/api/messages', { content: 'Chair', tags: ['house'] });
  await until(() => badge.shown.at(-1) === 2);
  cache.auth.session.setData(undefined, SIGNED_OUT);
  await cache.boards.tagsWithCounts.invalidate();
  await until(() => badge.shown.at(-1) === 0);
});
