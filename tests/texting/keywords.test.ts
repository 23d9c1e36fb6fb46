import { expect } from 'bun:test';
import { transaction } from '../../db/open';
import { enqueue, hasStopped } from '../../src/outbox/outbox';
import { keywordOf } from '../../src/texting/keyword-words';
import { test } from '../support/app-test';
import { bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { accountOf, kindsOf, messagesOf, repliesTo, textIn } from '../support/texts';

const STOP = 'STOP STOPALL STOP_ALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT OPT_OUT OPT-OUT ARRÊT'
  .split(' ')
  .map((word) => word.replace('_', ' '));

const AROUND = 'W.|W!!!|  W\n|\tW\r\n\r\n|"W"|“W”|\'W\'|*W*|(W)|W 🛑|W\u200b|\ufeffW|W\u00a0|...W, '.split(
  '|',
);

const SPELLINGS: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toLowerCase(),
  (word) => word.charAt(0) + word.slice(1).toLowerCase(),
  (word) => [...word].map((c, n) => (n % 2 ? c : c.toLowerCase())).join(''),
  (word) =>
    [...word].map((c) => (/[A-Z]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c)).join(''),
  (word) => word.normalize('NFD'),
  ...AROUND.map((form) => (word: string) => form.replace('W', word)),
];

const NEAR_MISSES = `
  STOP #ideas buy milk | #stop | stop it | non-stop | bus stop | stopped | stops
  full stop. | STOP 2 | Stop!  In the name of love | unsubscribe from the newsletter
  cancel the dentist | cancelled | the end | weekend | END of July | end: 5pm | ending | quit smoking
  quite | opt out of cookies | revoke the token | arrêter | start over with the roof | oh yes
  help me move | info@example.com | join us on friday | undo the knot | не стоп | ＳＴＯＰ ＩＴ`
  .trim()
  .split(/ \| |\n */);

test('STOP in any spelling stops every text to its number', ({ app }) => {
  const kinds = ['code', 'notification', 'membership', 'invite', 'reply', 'broadcast'] as const;
  let number = 0;
  const check = (word: string, spell: (word: string) => string) => {
    const person = { ...bob, phone: `+1202556${String(number++).padStart(4, '0')}` };
    textIn(app, person, 'Milk');
    for (const kind of kinds) expect(enqueue(app, { to: person.phone, body: 'x', kind })).toBe(true);
    const text = spell(word);
    textIn(app, person, text);
    expect(hasStopped(app, person.phone), text).toBe(true);
    expect(kindsOf(app, person), text).toEqual(['message', 'stop']);
    expect(messagesOf(app, person)).toEqual(['Milk']);
    for (const kind of kinds) expect(enqueue(app, { to: person.phone, body: 'x', kind })).toBe(false);
  };
  // one transaction, because two thousand would take minutes
  transaction(app.db, () => {
    for (const word of STOP) for (const spell of SPELLINGS) check(word, spell);
  });
});

test('a text that only contains a keyword is a message', ({ app }) => {
  for (const text of NEAR_MISSES) expect({ text, keyword: keywordOf(text) }).toEqual({ text, keyword: null });
  expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(30);
  for (const text of NEAR_MISSES) {
    textIn(app, bob, text);
    app.clock.advance(60_000);
  }
  expect(messagesOf(app, bob)).toEqual(NEAR_MISSES);
  expect(hasStopped(app, bob.phone)).toBe(false);
});

test('a STOP is confirmed once, by the line or by us', ({ app }) => {
  const confirmed = (text: string, number: number) => {
    const person = { ...bob, phone: `+1202557${String(number).padStart(4, '0')}` };
    for (const body of [text, text]) textIn(app, person, body);
    expect(hasStopped(app, person.phone), text).toBe(true);
    return app.outbox(person.phone).length;
  };
  const byLine = ['STOP', 'stop ', 'StopAll', 'unsubscribe', 'cancel', 'End', 'quit'];
  expect(byLine.map(confirmed)).toEqual(byLine.map(() => 0));
  const byUs = ['Stop.', 'STOP ALL', 'stop texting me', 'ALTO', 'Arrêt', 'revoke', 'opt out', 'стоп'];
  expect(byUs.map((text, number) => confirmed(text, 100 + number))).toEqual(byUs.map(() => 1));
});

test.each(['basta', 'Salir', 'HALT!'])('%s may be a note, so it stops and is kept', ({ app }, word) => {
  textIn(app, bob, 'Milk');
  textIn(app, bob, word);
  textIn(app, cho, word);
  expect(hasStopped(app, bob.phone)).toBe(true);
  expect(app.outbox(bob.phone).at(-1)?.body).toEndWith('What you texted is also kept as a note.');
  expect(messagesOf(app, bob)).toEqual(['Milk', word]);
  expect(hasStopped(app, cho.phone)).toBe(true);
  expect(accountOf(app, cho)).toBeUndefined();
  textIn(app, bob, 'START');
  textIn(app, bob, `${word} please`);
  expect(messagesOf(app, bob)).toEqual(['Milk', word]);
});

test('YES is a note unless something waits for it', ({ app }) => {
  for (const text of ['Milk', 'Yes', 'join']) textIn(app, bob, text);
  expect(messagesOf(app, bob)).toEqual(['Milk', 'Yes', 'join']);
});

test('START, UNSTOP and YES lift a STOP, and HELP does not', ({ app }) => {
  for (const word of ['START', 'Unstop!', 'yes']) {
    textIn(app, bob, 'STOP');
    textIn(app, bob, 'Help');
    expect(hasStopped(app, bob.phone)).toBe(true);
    textIn(app, bob, word);
    expect(hasStopped(app, bob.phone)).toBe(false);
  }
  expect(messagesOf(app, bob)).toEqual([]);
  expect(app.outbox()).toEqual([]); // nothing is sent, because the carrier answers these keywords
});

test('a text that Twilio reports as STOP or START counts as that keyword', ({ app }) => {
  textIn(app, bob, 'Genug davon', { optOut: 'stop' });
  expect(hasStopped(app, bob.phone)).toBe(true);
  textIn(app, bob, 'Doch wieder', { optOut: 'start' });
  expect(hasStopped(app, bob.phone)).toBe(false);
  expect(messagesOf(app, bob)).toEqual([]);
});

test('a keyword under a photo is its title, unless it is STOP', ({ app }) => {
  const media = [{ url: 'simulator:1/0', type: 'image/png' }];
  textIn(app, bob, 'Yes', { media });
  expect(messagesOf(app, bob)).toEqual(['Yes']);
  textIn(app, bob, 'Stop', { media });
  expect(hasStopped(app, bob.phone)).toBe(true);
});

test('a number that has stopped can still text messages, unanswered', ({ app }) => {
  textIn(app, bob, 'STOP');
  textIn(app, bob, 'Milk #food');
  expect(messagesOf(app, bob)).toEqual(['Milk #food']);
  expect(app.outbox()).toEqual([]);
});

test('UNDO deletes the last text of the past ten minutes', ({ app }) => {
  textIn(app, bob, 'First');
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Second');
  textIn(app, bob, 'Undo.');
  expect(messagesOf(app, bob)).toEqual(['First']);
  textIn(app, bob, 'UNDO');
  expect(messagesOf(app, bob)).toEqual([]);
  app.clock.advance(11 * MINUTE);
  textIn(app, bob, 'Third');
  app.clock.advance(10 * MINUTE + 1);
  textIn(app, bob, 'UNDO');
  expect(messagesOf(app, bob)).toEqual(['Third']);
  expect(repliesTo(app, bob).map((reply) => reply.slice(0, 12))).toEqual([
    'Taken back: ',
    'Taken back: ',
    'There is not',
  ]);
});

test('a late UNDO deletes the text that was the last one when UNDO was sent', ({ app }) => {
  app.clock.freeze();
  const sent = app.now();
  textIn(app, bob, 'Meant');
  app.clock.advance(5 * MINUTE);
  textIn(app, bob, 'Since then');
  app.clock.advance(7 * MINUTE);
  textIn(app, bob, 'UNDO', { at: sent + MINUTE });
  expect(messagesOf(app, bob)).toEqual(['Since then']);
  textIn(app, bob, 'UNDO', { at: sent + 2 * MINUTE });
  expect(messagesOf(app, bob)).toEqual(['Since then']);
});

test('UNDO deletes nothing of anybody else', ({ app }) => {
  textIn(app, bob, 'Mine');
  textIn(app, cho, 'UNDO');
  expect(messagesOf(app, bob)).toEqual(['Mine']);
  expect(app.outbox(cho.phone)).toEqual([]); // an unknown number gets no answer
  expect(accountOf(app, cho)).toBeUndefined();
});
