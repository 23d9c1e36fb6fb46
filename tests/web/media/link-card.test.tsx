import { expect, spyOn, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { previews } from '../../../db/schema';
import { logFailedPreviews } from '../../../web/media/previews/failed-previews';
import { cache } from '../../../web/product/trpc';
import { ann } from '../../support/cast';
import { HOUR } from '../../support/clock';
import { openApp } from '../../support/web/open-app';

test('a card names the host that a click leads to, whatever the page calls itself', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  const url = 'https://evil.example/x';
  app.server.app.db
    .insert(previews)
    .values({
      url,
      finalUrl: 'https://bank.example/',
      siteName: 'Bank',
      title: 'Your account',
      state: 'shown',
      expiresAt: Date.now() + HOUR,
    })
    .run();
  await app.server.text(ann, url);
  const card = await screen.findByRole('link', { name: /Your account/ });
  expect(card.getAttribute('href')).toBe(url);
  expect(card.textContent).toContain('Bank·evil.example');
});

test('a link whose preview fails is logged once, without the query of its address', async () => {
  const warn = spyOn(console, 'warn').mockImplementation(() => {});
  const stop = logFailedPreviews();
  try {
    await using app = await openApp('/all-texts', { as: ann });
    const url = 'https://nowhere.example/menu?token=canary#top';
    await app.server.text(ann, `Lunch ${url}`);
    await screen.findByText(/Lunch/);
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
    await cache.previews.get.invalidate();
    await cache.previews.get.fetch({ url }, { staleTime: 0 });
    expect(warn.mock.calls).toEqual([
      ['No preview of https://nowhere.example/menu: it could not be fetched'],
    ]);
  } finally {
    stop();
    warn.mockRestore();
  }
});
