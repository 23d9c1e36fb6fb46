import { expect, test } from 'bun:test';
import { memberships } from '../../db/schema';
import { submitInvite } from '../../src/boards/invites/invites';
import { countSegments } from '../../src/contract/segments';
import { sendDueReminders } from '../../src/notices/reminders/due';
import { changeTimeZone } from '../../src/notices/reminders/reminders';
import { hasStopped } from '../../src/outbox/outbox';
import { answerQuestions } from '../../src/texting/questions';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, eve, type Person } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { contentsOn, post, share } from '../support/house';
import { ensureUser } from '../support/people';
import { accountOf, deliverAll, messagesOf, textIn } from '../support/texts';
import { WANTED } from './wanted-texts';

/** Sunday, 22 November 2026, 14:30 in Berlin. */
const NOW = Date.parse('2026-11-22T13:30:00Z');

type Row = { when: string; wanted: string; text: string };

const rows: Row[] = Object.entries(WANTED).flatMap(([key, texts]) => {
  const [, when = '', wanted = ''] = /^(.*?): (.*)$/.exec(key)!;
  return texts.split('|').map((text) => ({ when, wanted, text: text.replace(/\s+/g, ' ').trim() }));
});

/** In these worlds there is more to find. */
const NOTES: Record<string, string[]> = {
  notes: [],
  club: [],
  alarm: [],
  proof: [],
  list: ['LIST ON #groceries', 'milk #groceries', 'eggs #groceries', 'dog food #groceries'],
};
const KEPT = [
  'Plumber Kevin 555 318 4410 was good and cheap #house',
  'passport number X44120981 expires 2031',
  'Theo wears shoe size 9 now',
  'Dentist is Dr Alvarez 555 201 8890 #health',
  'flight BA178 gate opens 18:20 #trip',
  'Furnace filter 16x25x1 MERV 11 #house',
  'Lasagna: no boil noodles, 45 min at 375 #recipes',
];

const SENDERS: Record<string, Person> = { new: eve, invited: cho };

function deliver(app: TestApp) {
  deliverAll(app);
}

async function world(when: string): Promise<TestApp> {
  const app = testApp();
  app.clock.freeze(NOW - DAY);
  const [owner, user] = [ensureUser(app, ann), ensureUser(app, bob)];
  changeTimeZone(app, user, 'Europe/Berlin');
  changeTimeZone(app, ensureUser(app, ann), 'Europe/Berlin');
  share(app, owner, 'family', bob);
  app.db.update(memberships).set({ tagChosenByOther: false }).run();
  for (const text of ['First text', 'Milk and eggs #groceries', 'The wifi password is swordfish #house'])
    textIn(app, bob, text);
  post(app, owner, 'Tim has a fever #family');
  const more = NOTES[when];
  for (const text of more ? [...KEPT, ...more] : []) {
    app.clock.advance(MINUTE);
    textIn(app, bob, text);
  }
  deliver(app);
  app.clock.freeze(NOW - HOUR);
  if (when === 'reminded') textIn(app, bob, 'REMIND water the plants in 58 minutes');
  app.clock.advance(HOUR - 3 * MINUTE);
  if (!['reminded', 'list'].includes(when)) textIn(app, bob, 'Try the ramen place #food');
  app.clock.advance(MINUTE);
  if (when === 'reminded') await sendDueReminders(app);
  if (when === 'club') textIn(app, bob, 'Meet Pat at cafe Luna on Thurday #club');
  if (when === 'alarm') textIn(app, bob, 'remind me at 4pm to call Lou');
  if (when === 'told' || when === 'proof') post(app, owner, 'Who can pick up grandma at 6? #family');
  if (when === 'stopped') textIn(app, bob, 'STOP');
  if (when === 'invited')
    submitInvite(app, { phoneNumber: cho.phone, inviteCode: owner.inviteCode, address: null });
  deliver(app);
  app.clock.advance(MINUTE);
  if (when === 'proof') textIn(app, bob, 'me too');
  deliver(app);
  app.clock.advance(40_000);
  if (when === 'photo') textIn(app, bob, '', { media: [{ url: 'simulator:1/0', type: 'image/png' }] });
  app.clock.advance(20_000);
  return app;
}

/** Returns what is wrong, or null, and takes everything back. */
async function tryText(app: TestApp, { when, wanted, text }: Row): Promise<string | null> {
  app.db.$client.run('begin');
  try {
    return await compare(app, { when, wanted, text });
  } finally {
    app.db.$client.run('rollback');
  }
}

async function compare(app: TestApp, { when, wanted, text: typed }: Row): Promise<string | null> {
  const sender = SENDERS[when] ?? bob;
  const [, digits = ''] = /Reply Y(\d\d)/.exec(app.outbox(bob.phone).at(-1)?.body ?? '') ?? [];
  const text = typed.replace('{digits}', digits);
  const before = { texts: app.outbox(sender.phone).length, notes: messagesOf(app, sender).length };
  textIn(app, sender, text);
  await answerQuestions(app);
  const answers = app.outbox(sender.phone).slice(before.texts);
  const notes = messagesOf(app, sender).slice(before.notes);
  const [answer] = answers;
  const got = `${JSON.stringify(notes)}, ${JSON.stringify(answers.map(({ body }) => body))}`;
  if (answers.length > 1) return `two answers: ${got}`;
  if (answer && countSegments(answer.body) > 2) return `too long: ${got}`;
  return isAsWanted(app, { sender, wanted, text, notes, answer }) ? null : got;
}

type Got = {
  sender: Person;
  wanted: string;
  text: string;
  notes: string[];
  answer: { kind: string; body: string } | undefined;
};

function isAsWanted(app: TestApp, { sender, wanted, text, notes, answer }: Got): boolean {
  const [, verb, words = ''] = /^(\w+) ?(.*)$/.exec(wanted)!;
  const isKept = notes.length === 1 && notes[0] === text;
  const body = answer?.body ?? '';
  const says = body.includes(words);
  const boardOfFamily = () => contentsOn(app, accountOf(app, ann)!, 'family');
  switch (verb) {
    case 'kept':
      return isKept && !answer;
    case 'hint':
      return (
        isKept &&
        says &&
        /kept|posted|welcome/i.test(body) &&
        !(body.startsWith('Kept for you only') && boardOfFamily().includes(text))
      );
    case 'reminds':
      return notes.length === 1 && body.includes('Kept. I will text you') && says;
    case 'does':
    case 'asks':
      return notes.length === 0 && says;
    case 'code':
      return notes.length === 0 && says && answer?.kind === 'code';
    case 'remind':
      return (
        notes.length === 1 &&
        /^(call mum|put the bins out|(?:wake (?:me )?|alarm|get me up)[\w :]*)\W*$/i.test(notes[0]!) &&
        says
      );
    case 'posts':
      return boardOfFamily()[0]!.includes(words || text.replace(/ ?#\w+$/, ''));
    case 'welcome':
      return answer?.kind === 'welcome' && says;
    case 'joins':
      return accountOf(app, sender) !== undefined && notes.length === 0 && answer?.kind === 'welcome';
    case 'stops':
      return notes.length === 0 && hasStopped(app, sender.phone);
    case 'keepsAndStops':
      return isKept && body.endsWith('kept as a note.') && hasStopped(app, sender.phone);
    case 'starts':
      return notes.length === 0 && !hasStopped(app, sender.phone);
  }
  throw new Error(wanted);
}

test('there are 400 texts', () => {
  expect(rows.length).toBeGreaterThanOrEqual(400);
});

test.each([...new Set(rows.map(({ when }) => when))])(
  '%s',
  async (when) => {
    await using app = await world(when);
    const wrong: string[] = [];
    for (const row of rows.filter((row) => row.when === when)) {
      const got = await tryText(app, row);
      if (got) wrong.push(`${row.text} | ${row.wanted} | ${got}`);
    }
    expect(wrong).toEqual([]);
  },
  60_000,
);
