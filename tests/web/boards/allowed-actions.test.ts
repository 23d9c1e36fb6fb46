import { expect, test } from 'bun:test';
import { allowedActions } from '../../../web/boards/allowed-actions';

test('a private board allows all actions, a reserved board only deleting', () => {
  expect(allowedActions({ kind: 'private', name: 'food' })).toEqual(['rename', 'invite', 'delete']);
  expect(allowedActions({ kind: 'private', name: 'uncategorized' })).toEqual(['delete']);
  expect(allowedActions({ kind: 'private', name: 'feedback' })).toEqual(['delete']);
});

test('a shared board allows its owner everything, a member the member list', () => {
  const board = { kind: 'shared', name: 'house', id: 7 } as const;
  expect(allowedActions({ ...board, role: 'owner' })).toEqual(['members', 'rename', 'invite', 'delete']);
  expect(allowedActions({ ...board, role: 'member' })).toEqual(['members']);
});
