import { expect, test } from 'bun:test';
import { actsOn } from '../../web/boards/acts';

test('on a private board one may do everything, on those that stay as they are only delete', () => {
  expect(actsOn({ kind: 'private', name: 'food' })).toEqual(['rename', 'invite', 'delete']);
  expect(actsOn({ kind: 'private', name: 'uncategorized' })).toEqual(['delete']);
  expect(actsOn({ kind: 'private', name: 'feedback' })).toEqual(['delete']);
});

test('on a shared board its owner may do everything, and other members see who is on it', () => {
  const board = { kind: 'shared', name: 'house', id: 7 } as const;
  expect(actsOn({ ...board, role: 'owner' })).toEqual(['members', 'rename', 'invite', 'delete']);
  expect(actsOn({ ...board, role: 'member' })).toEqual(['members']);
});
