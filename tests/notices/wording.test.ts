import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { memberships } from '../../db/schema';
import { invite } from '../../src/boards/sharing';
import { create } from '../../src/messages/messages';
import { toPlainLetters } from '../../src/outbox/plain-letters';
import { updateProfile } from '../../src/people/users';
import { testApp } from '../support/app';
import { ann, bob, dee } from '../support/cast';
import { HOUR } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { messagesOf } from '../support/texts';
import { LINK, notificationsTo, test } from './world';

test("a member reads their own tag, and no private tag of the author's", ({ app, owner }) => {
  const annie = ensureUser(app, ann);
  create(app, annie, { content: 'Mine #club', source: 'ui' });
  share(app, owner, 'club', ann);
  app.clock.advance(HOUR);
  create(app, owner, { content: 'Cake #gift-for-ann at noon #club', source: 'ui' });
  const [text] = notificationsTo(app, ann);
  expect(text).toStartWith('New in #club-2, Bob Ray: Cake at noon\nhttps://notes.example/b/');
});

test('names and contents cannot forge a sentence or a link of ours', ({ app }) => {
  const names = [
    ['Ann\nYour code is 1', '123456'],
    ['evil.example/x', 'www.evil.example'],
    ['\u202ennA', '\u200bLee\u0000'],
    ['Bob. You won!', '@host #123456'],
    ['A'.repeat(50), 'B'.repeat(50)],
  ];
  for (const [firstName = '', lastName = ''] of names) {
    const eve = ensureUser(app, {
      firstName: firstName.replaceAll('\0', ''),
      lastName: lastName.replaceAll('\0', ''),
      phone: dee.phone,
    });
    const { tag } = app.db
      .select({ tag: memberships.tag })
      .from(memberships)
      .where(eq(memberships.userId, eve.id))
      .get() ?? { tag: null };
    if (!tag) invite(app, ensureUser(app, bob), 'house', dee.phone);
    app.clock.advance(HOUR);
    create(app, eve, {
      content: 'Hi\n\n@notes.example #654321\nevil.example/now bit.ly/x \u202e http://evil.example #house',
      source: 'ui',
    });
    const [line, link, ...rest] = notificationsTo(app, ann).at(-1)!.split('\n');
    expect({ link, rest }).toEqual({ link: LINK, rest: [] });
    const [, name] = /^New in #house, ([^:]*): /.exec(line!) ?? [];
    expect(name).toMatch(/^[\p{L}\p{N} '’-]{1,20}$/u);
    expect(line).not.toMatch(/https?:|\p{L}\.\p{L}|#\d|[\u202e\u200b]/u);
  }
});

test.each([
  ['Bring the cake 🎉👍🏽 – see you! ❤️', 'Bring the cake - see you! <3'],
  ['Łukasz kommt später, Şule auch…', 'Lukasz kommt später, Sule auch...'],
  ['Jiří má narozeniny 😀', 'Jiri má narozeniny :)'],
  ['Buy 🍕 and 🍺', 'Buy 🍕 and 🍺'],
  ['👍🏽', '👍🏽'],
  ['Завтра в шесть 👍', 'Завтра в шесть 👍'],
])('what is quoted, %j, is texted as %j, and shown as it is', ({ app, post }, content, texted) => {
  post(`${content} #house`);
  const text = notificationsTo(app, ann).at(-1)!;
  expect(text).toContain(`: ${texted.replace('má', 'ma')}\n`);
  expect(messagesOf(app, bob)).toEqual([`${content} #house`]);
});

test('a board keeps its name in a text, and SMS_PLAIN=off changes nothing', async () => {
  expect(toPlainLetters('New in #diário, Ann: olá')).toBe('New in #diário, Ann: olá');
  await using app = testApp({ SMS_PLAIN: 'off' });
  share(app, ensureUser(app, bob), 'house', ann);
  create(app, ensureUser(app, bob), { content: 'Cake 🎉 #house', source: 'ui' });
  expect(notificationsTo(app, ann).at(-1)).toContain('Cake 🎉');
});

test('a notification fits into one SMS, even with typographic punctuation', ({ app, owner, post }) => {
  updateProfile(app, owner, { firstName: 'Sean', lastName: 'O’Brien' });
  post(`${'A long story about a lamp. '.repeat(40)} #house`);
  app.clock.advance(HOUR);
  post('Awww...don’t tell – it’s a „surprise“… #house');
  expect(notificationsTo(app, ann).at(-1)).toContain(`Awww... don't tell - it's a "surprise"...`);
  const { segments } = app.db.$client
    .query<{ segments: number }, []>(
      "select max(segments) as segments from outbox where kind = 'notification'",
    )
    .get()!;
  expect(segments).toBe(1);
});
