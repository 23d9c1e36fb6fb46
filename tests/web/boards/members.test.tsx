import { test } from 'bun:test';
import { screen } from '@testing-library/react';
import { ann } from '../../support/cast';
import { openApp } from '../../support/web/open-app';

test('a refused list of members shows the error and its status', async () => {
  await using app = await openApp('/tag/shared/house', { as: ann });
  const { body } = await app.server.as(ann).post<{ id: number }>('/api/shared-boards', { name: 'house' });
  const members = await screen.findByRole('button', { name: 'Members' });
  await app.server.as(ann).delete(`/api/shared-boards/${body.id}`);
  await app.user.click(members);
  await screen.findByText('Error loading members: 404: Board not found');
});
