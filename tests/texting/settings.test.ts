import { expect, test } from 'bun:test';
import { listDigests } from '../../src/notices/digests/digests';
import { preferences, setPreference } from '../../src/notices/preferences';
import { findUserByPhone } from '../../src/people/users';
import { house } from '../notices/world';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { ensureUser } from '../support/people';
import { answersTo, repliesTo, textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';

test('MAIL is told where no mail is sent', async () => {
  await using app = testApp(TWILIO);
  textIn(app, ann, 'Milk');
  expect(answersTo(app, ann, 'MAIL ann@example.org')).toEqual([
    'This server sends no mail, so your notices come by text.',
  ]);
});

test('UNDO takes back MUTE, DIGEST and TZ, and not a note before them', async () => {
  await using made = house();
  const { app, board } = made;
  const her = ensureUser(app, ann);
  const say = (text: string) => {
    app.clock.advance(1);
    textIn(app, ann, text);
    return repliesTo(app, ann).at(-1);
  };
  say('Rose #diary');
  say('DIGEST daily 8am');
  say('DIGEST weekly sunday 6pm #house');
  const two = listDigests(app, her);
  for (const _ of [1, 2]) say('DIGEST off'); // the second command changes nothing
  expect(say('UNDO')).toBe('Taken back: your digests are as they were.');
  expect(listDigests(app, her)).toEqual(two);
  say('UNDO');
  expect(say('UNDO')).toBe('Taken back: the digest is off.');
  expect(listDigests(app, her)).toEqual([]);

  for (const text of ['UNMUTE #house', 'MUTE #house']) say(text);
  expect(say('UNDO')).toBe('Taken back: you get texts about #house again.');
  expect(preferences(app, her)).toEqual([{ boardId: board, smsEnabled: 'true', answersPosted: false }]);
  say('TZ tokyo');
  say('UNDO');
  expect(findUserByPhone(app, ann.phone)?.timeZone).toBeNull();
  say('MUTE #house');
  setPreference(app, her, board, true); // changes the setting in the web app
  expect(say('UNDO')).toBe('That was changed since, so it stays as it is.');
  expect(say('UNDO')).toBe('Taken back: your last text is deleted.');
});
