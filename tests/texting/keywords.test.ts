import { expect, test } from 'bun:test';
import { transaction } from '../../db/open';
import { enqueue, hasStopped } from '../../src/outbox/outbox';
import { keywordOf } from '../../src/texting/keywords';
import { testApp } from '../support/app';
import { bob } from '../support/cast';
import { kindsOf, notesOf, textIn } from '../support/texts';

const STOP = [
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END'],
  ...['QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'OPT-OUT', 'ARRÊT'],
];

/** As people, keyboards and carriers write a word. */
const SPELLINGS: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toLowerCase(),
  (word) => word.charAt(0) + word.slice(1).toLowerCase(),
  (word) => [...word].map((c, n) => (n % 2 ? c : c.toLowerCase())).join(''),
  (word) => `${word}.`,
  (word) => `${word}!!!`,
  (word) => `  ${word}\n`,
  (word) => `\t${word}\r\n\r\n`,
  (word) => `"${word}"`,
  (word) => `“${word}”`,
  (word) => `'${word}'`,
  (word) => `*${word}*`,
  (word) => `(${word})`,
  (word) => `${word} 🛑`,
  (word) => `${word}\u200b`,
  (word) => `\ufeff${word}`,
  (word) => `${word}\u00a0`,
  (word) =>
    [...word].map((c) => (/[A-Z]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c)).join(''),
  (word) => word.normalize('NFD'),
  (word) => `...${word}, `,
];

const NEAR_MISSES = [
  ...[
    'STOP #ideas buy milk',
    'stop texting me',
    '#stop',
    'stop it',
    'non-stop',
    'bus stop',
    'stopped',
    'stops',
  ],
  ...['full stop.', 'STOP 2', 'Stop!  In the name of love', 'unsubscribe from the newsletter', 'subscribe'],
  ...[
    'cancel the dentist',
    'cancelled',
    'the end',
    'weekend',
    'END of July',
    'end: 5pm',
    'ending',
    'quit smoking',
  ],
  ...[
    'quite',
    'opt in',
    'opt out of cookies',
    'revoke the token',
    'arrêter',
    'start over',
    'yes please',
    'oh yes',
  ],
  ...['help me move', 'info@example.com', 'join us', 'undo the knot', 'не стоп', 'ＳＴＯＰ ＩＴ'],
];

test('every word in every spelling stops at once, is no note, and nothing is sent afterwards', async () => {
  await using app = testApp();
  const kinds = ['code', 'notification', 'membership', 'invite', 'reply', 'broadcast'] as const;
  let number = 0;
  const check = (word: string, spell: (word: string) => string) => {
    const person = { ...bob, phone: `+1202556${String(number++).padStart(4, '0')}` };
    textIn(app, person, 'Milk');
    for (const kind of kinds) expect(enqueue(app, { to: person.phone, body: 'x', kind })).toBe(true);
    const text = spell(word);
    textIn(app, person, text);
    expect({ text, stopped: hasStopped(app, person.phone), kinds: kindsOf(app, person) }).toEqual({
      text,
      stopped: true,
      kinds: ['message', 'stop'],
    });
    expect(notesOf(app, person)).toEqual(['Milk']);
    for (const kind of kinds) expect(enqueue(app, { to: person.phone, body: 'x', kind })).toBe(false);
  };
  // in one transaction: two thousand on their own would take their time
  transaction(app.db, () => {
    for (const word of STOP) for (const spell of SPELLINGS) check(word, spell);
  });
});

test('what only comes near a word is a note', async () => {
  await using app = testApp();
  for (const text of NEAR_MISSES) expect({ text, keyword: keywordOf(text) }).toEqual({ text, keyword: null });
  expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(30);
  for (const text of NEAR_MISSES) {
    textIn(app, bob, text);
    app.clock.advance(60_000);
  }
  expect(notesOf(app, bob)).toEqual(NEAR_MISSES);
  expect(hasStopped(app, bob.phone)).toBe(false);
});

test('START, UNSTOP and YES lift a STOP; HELP changes nothing; none of them is a note', async () => {
  await using app = testApp();
  for (const word of ['START', 'Unstop!', 'yes']) {
    textIn(app, bob, 'STOP');
    textIn(app, bob, 'Help');
    expect(hasStopped(app, bob.phone)).toBe(true);
    textIn(app, bob, word);
    expect(hasStopped(app, bob.phone)).toBe(false);
  }
  expect(notesOf(app, bob)).toEqual([]);
  expect(app.outbox()).toEqual([]); // the carrier answers these itself
});

test("what the operator's own words at Twilio stand for is taken from Twilio", async () => {
  await using app = testApp();
  textIn(app, bob, 'Genug davon', { optOut: 'stop' });
  expect(hasStopped(app, bob.phone)).toBe(true);
  textIn(app, bob, 'Doch wieder', { optOut: 'start' });
  expect(hasStopped(app, bob.phone)).toBe(false);
  expect(notesOf(app, bob)).toEqual([]);
});

test('a word under a photo is what the photo is called, unless it is a STOP', async () => {
  await using app = testApp();
  const media = [{ url: 'simulator:1/0', type: 'image/png' }];
  textIn(app, bob, 'Yes', { media });
  expect(notesOf(app, bob)).toEqual(['Yes']);
  textIn(app, bob, 'Stop', { media });
  expect(hasStopped(app, bob.phone)).toBe(true);
});

test('who has stopped can still keep notes, unanswered', async () => {
  await using app = testApp();
  textIn(app, bob, 'STOP');
  textIn(app, bob, 'Milk #food');
  expect(notesOf(app, bob)).toEqual(['Milk #food']);
  expect(app.outbox()).toEqual([]);
});
