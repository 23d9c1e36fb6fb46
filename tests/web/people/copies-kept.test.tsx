import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { ann } from '../../support/cast';
import { openApp } from '../../support/web/open-app';

test('whoever deletes the account is told how long copies keep it, if there are copies', async () => {
  for (const [env, told] of [
    [{ REPLICA_URL: 's3://bucket/notes', REPLICA_DAYS: '3' }, true],
    [{}, false],
  ] as [Record<string, string>, boolean][]) {
    await using app = await openApp('/profile', { as: ann, env });
    await app.user.click(await screen.findByRole('button', { name: 'Delete Account' }));
    await screen.findByText(/There is no way back/);
    const sentence = screen.queryByText('Copies for emergencies still have it for 4 days.');
    expect(sentence !== null).toBe(told);
  }
});
