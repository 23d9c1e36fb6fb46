import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { previews } from '../../../db/schema';
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
