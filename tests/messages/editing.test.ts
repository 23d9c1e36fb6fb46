import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { requireBoard } from '../../src/boards/boards';
import { removeMember } from '../../src/boards/leaving';
import { edit } from '../../src/messages/editing';
import { findMessage } from '../../src/messages/find';
import { messagesOnBoard } from '../../src/messages/lists';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { privateBoardCards } from '../support/board-cards';
import { post } from '../support/house';
import { versionOf } from '../support/people';

const look = (app: TestApp, user: User, id: number) => {
  const { content, tags } = findMessage(app, user, id)!;
  return [content, ...tags];
};

test('hashtags in an edited content become tags and leave the content', ({ app, user }) => {
  const id = post(app, user, 'Pho #food');
  edit(app, user, id, { content: 'Pho downtown #lunch see https://x.example/#menu', tags: ['food'] });
  expect(look(app, user, id)).toEqual(['Pho downtown see https://x.example/#menu', 'food', 'lunch']);
});

test('tags in an edit replace all tags; without `tags` all stay; [] means uncategorized', ({ app, user }) => {
  const id = post(app, user, 'Pho #food #lunch');
  edit(app, user, id, { content: 'Pho!' });
  expect(look(app, user, id)).toEqual(['Pho!', 'food', 'lunch']);
  edit(app, user, id, { tags: ['lunch', 'best'] });
  expect(look(app, user, id)).toEqual(['Pho!', 'lunch', 'best']);
  expect(privateBoardCards(app, user).map(({ tag }) => tag)).toEqual(['best', 'lunch']); // #food has lost its last message
  edit(app, user, id, { tags: [] });
  expect(look(app, user, id)).toEqual(['Pho!', 'uncategorized']);
});

test('uncategorized goes when an edit brings another tag, and else stays', ({ app, user }) => {
  const id = post(app, user, 'Pho');
  edit(app, user, id, { content: 'Pho!' });
  expect(look(app, user, id)).toEqual(['Pho!', 'uncategorized']);
  edit(app, user, id, { content: 'Pho ＃food' });
  expect(look(app, user, id)).toEqual(['Pho', 'food']);
  edit(app, user, id, { tags: ['food', 'uncategorized'] });
  expect(look(app, user, id)).toEqual(['Pho', 'food', 'uncategorized']);
});

test('a content of hashtags alone stays; an empty content is refused', ({ app, user }) => {
  const id = post(app, user, '#food');
  edit(app, user, id, { content: ' #food #lunch ', tags: [] });
  expect(look(app, user, id)).toEqual(['#food #lunch', 'food', 'lunch']);
  expect(() => edit(app, user, id, { content: ' \n', tags: ['x'] })).toThrow(
    'Message content cannot be empty.',
  );
  expect(look(app, user, id)).toEqual(['#food #lunch', 'food', 'lunch']);
});

test('hashtags past the twentieth tag are only words', ({ app, user }) => {
  const id = post(app, user, 'Many');
  const tags = Array.from({ length: 20 }, (_, n) => `t${n}`);
  edit(app, user, id, { content: 'Many #t3 #more', tags });
  expect(look(app, user, id)).toEqual(['Many #more', ...tags]);
});

test('an edited message leaves a board that its sender has left', ({ app, owner, member, id: board }) => {
  const id = post(app, member, 'Sofa #house');
  removeMember(app, member, board, member.id);
  expect(findMessage(app, owner, id)).not.toBeNull();
  edit(app, member, id, { content: 'Sofa, 20 dollars' });
  expect(findMessage(app, owner, id)).toBeNull();
  expect(look(app, member, id)).toEqual(['Sofa, 20 dollars', 'house']);
});

test('an edit raises the versions of exactly those who see a difference', ({ app, owner, member }) => {
  const id = post(app, owner, 'Lamp #house');
  const raises = (change: Parameters<typeof edit>[3]) => {
    const before = [owner, member].map((user) => versionOf(app, user));
    edit(app, owner, id, change);
    return [owner, member].map((user, index) => versionOf(app, user) > before[index]!);
  };
  // this edit removes the hashtag from the text
  expect(raises({ content: 'Lamp #house' })).toEqual([true, true]);
  expect(raises({ content: 'Lamp', tags: ['house'] })).toEqual([false, false]);
  expect(raises({ tags: ['house', 'secret'] })).toEqual([true, false]);
  expect(raises({ content: 'Lamps', tags: ['house', 'secret'] })).toEqual([true, true]);
  expect(raises({ tags: ['secret'] })).toEqual([true, true]);
  expect(messagesOnBoard(app, member, requireBoard(app, member, 'house'))).toEqual([]);
});

test('an edit of words that were changed meanwhile is refused', ({ app, user }) => {
  const id = post(app, user, 'Pho #food');
  const read = findMessage(app, user, id)!.content;
  edit(app, user, id, { content: 'Pho at noon', read });
  expect(() => edit(app, user, id, { content: 'Pho at one', read })).toThrow('changed meanwhile');
  expect(look(app, user, id)[0]).toBe('Pho at noon');
  edit(app, user, id, { content: 'Pho at noon', read }); // sent again after a lost response
  edit(app, user, id, { content: 'Pho at one', read: 'Pho at noon' });
  edit(app, user, id, { content: 'Pho' });
  expect(look(app, user, id)[0]).toBe('Pho');
});
