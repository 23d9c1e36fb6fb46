import { expect, test } from 'bun:test';
import type { Media } from '../../../src/contract/media';
import { senderName } from '../../../web/messages/card/sender';
import { tagsToSave } from '../../../web/messages/composer/use-new-message';
import { messageExcerpt } from '../../../web/messages/message-excerpt';
import { exactTime, relativeTime, shortDate } from '../../../web/ui/dates';
import { truncate } from '../../../web/ui/truncate';

const unnamed = { senderId: null, senderFirstName: null, senderLastName: null, senderDisplayName: null };

test('a sender is shown by first and last name, else by display name', () => {
  expect(
    senderName({ ...unnamed, senderFirstName: 'Ann', senderLastName: 'Lee', senderDisplayName: 'x' }),
  ).toBe('Ann Lee');
  expect(senderName({ ...unnamed, senderDisplayName: '+1 ••• ••• 0123' })).toBe('+1 ••• ••• 0123');
  expect(senderName({ ...unnamed, senderDisplayName: '+12345550123' })).toBe('+1 (234) 555-0123');
});

test('a sender with only an id is shown as a phone number, You or Unknown', () => {
  expect(senderName({ ...unnamed, senderId: '2345550123' })).toBe('(234) 555-0123');
  expect(senderName({ ...unnamed, senderId: '+12345550123' })).toBe('+1 (234) 555-0123');
  expect(senderName({ ...unnamed, senderId: 'user-7' })).toBe('You');
  expect(senderName({ ...unnamed, senderId: 7 })).toBe('Unknown');
  expect(senderName(unnamed)).toBe('Unknown');
});

test('dates are written as Intl writes them', () => {
  const short = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: '2-digit' });
  const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });
  for (let hour = 0; hour < 24 * 400; hour += 7) {
    const date = new Date(2026, 0, 1, hour, hour % 60);
    expect(shortDate(date.toISOString())).toBe(short.format(date));
    expect(exactTime(date.toISOString())).toBe(exact.format(date));
  }
});

test('the age of a message is shown in words', () => {
  const now = Date.parse('2026-03-09T12:00:00.000Z');
  const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);
  expect([5, 60, 3599, 7200, 86_400, 47 * 3600, 15 * 86_400].map(ago)).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    '1 day ago',
    '1 day ago',
    '2 weeks ago',
  ]);
  expect(ago(-30)).toBe('just now');
});

test('a new message goes to the chosen boards, the open one or its hashtags', () => {
  expect(tagsToSave('ramen #food', ['weekend'], 'todo')).toEqual(['weekend']);
  expect(tagsToSave('ramen #food', [], 'todo')).toEqual(['todo']);
  expect(tagsToSave('ramen #food', [], undefined)).toEqual([]);
  expect(tagsToSave('ramen', [], undefined)).toEqual(['uncategorized']);
});

test('a text is truncated after a hundred characters', () => {
  expect(truncate('x'.repeat(100))).toBe('x'.repeat(100));
  expect(truncate('x'.repeat(101))).toBe(`${'x'.repeat(100)}...`);
  expect(truncate('🙂'.repeat(101))).toBe(`${'🙂'.repeat(100)}...`);
});

test('the excerpt of a message is its text, else the number of its files', () => {
  const photo = { id: 1 } as Media;
  expect(messageExcerpt({ content: 'The ferry', media: [photo] })).toBe('The ferry');
  expect(messageExcerpt({ content: '', media: [photo] })).toBe('1 file');
  expect(messageExcerpt({ content: '', media: [photo, photo] })).toBe('2 files');
});
