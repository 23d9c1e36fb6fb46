import { expect, test } from 'bun:test';
import { allowedActions } from '../../web/boards/allowed-actions';

test('on a private board one may do everything, on those that stay as they are only delete', () => {
  expect(allowedActions({ kind: 'private', name: 'food' })).toEqual(['rename', 'invite', 'delete']);
  expect(allowedActions({ kind: 'private', name: 'uncategorized' })).toEqual(['delete']);
  expect(allowedActions({ kind: 'private', name: 'feedback' })).toEqual(['delete']);
});

test('on a shared board its owner may do everything, and other members see who is on it', () => {
  const board = { kind: 'shared', name: 'house', id: 7 } as const;
  expect(allowedActions({ ...board, role: 'owner' })).toEqual(['members', 'rename', 'invite', 'delete']);
  expect(allowedActions({ ...board, role: 'member' })).toEqual(['members']);
});
