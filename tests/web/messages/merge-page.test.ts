import { expect, test } from 'bun:test';
import { exampleOf } from '../../../src/contract/example';
import type { Message } from '../../../src/contract/messages';
import { message } from '../../../src/contract/messages';
import { mergePage } from '../../../web/messages/feed/merge-page';

const messageOf = (id: number, content: string) => ({ ...(exampleOf(message) as Message), id, content });
const [first, second] = [messageOf(1, 'first'), messageOf(2, 'second')];

test('a page keeps the messages that it knows and takes the new ones', () => {
  const third = messageOf(3, 'third');
  expect(mergePage([second, first], { after: '', ids: [3, 2], messages: [third] })).toEqual([third, second]);
});

test('a message in the answer replaces the one that the page knows', () => {
  const edited = messageOf(1, 'edited');
  expect(mergePage([second, first], { after: '', ids: [2, 1], messages: [edited] })).toEqual([
    second,
    edited,
  ]);
});

test('a page that lacks a message is not merged', () => {
  expect(mergePage([first], { after: '', ids: [2, 1], messages: [] })).toBeNull();
});
