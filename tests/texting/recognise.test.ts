import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { CORPUS, readTexts } from '../../db/seeds/texts';
import { TEXTING_FORMS } from '../../src/contract/texting-forms';
import { recognise } from '../../src/texting/commands/recognise';
import { keywordOf } from '../../src/texting/keyword-words';
import { parseReaction } from '../../src/texting/reaction-forms';
import { HOSTILE } from '../support/hostile-texts';

const NEAR_MISSES = `
  ? loving you. Always my cutie. | ?? Elaborate | ? s ur lastname? | ?u not involved. can wait eh.
  ?got special celebration.haha.I tmr got term. | ？你说你还是我？ | ?Ω?哪些表和图,多请教*老师
  ? : is ternary, ?? is nullish #js | ?: is elvis #js | ? = maybe #maths
  ? where is it? I need it | >< will wait for you k!!! | >_< sorry | >o< | > | >:( no
  #1? I just need to know | #food? not sure | #food?? | # ? | #? | edit the video | Edit the video
  Remind Bob | remind bob: milk | re the roof | Re the roof | RE | EDIT | mute the tv in the hall
  UNMUTE | digest of the week | DIGEST OF THE WEEK | more milk
  delete this later | done with the dishes | un do | one | boards and nails | +1 | -1
  + milk | - milk | - | + | +# | +#food milk | a +#food | -food | +#a#b | --#a | 0 | 100 | 1 2 | 1st
  1/2 | 1, | #1 | (1/2) 1 | 007 | 1 egg | gud n8 !! | Wow! 8 of them | no way !not me | hello ! | !9am
  Call mum!fri 9am | a ! | reminding me | remind me | stop? | MOREOVER
  doneall | ok | OK 7 | ok 2 7 | ok 270 | ok 27 thanks | book 27 | ok, 27 people
  NAME | Name tags | NAME: | NAME 4 kids | name: Jo Miller | NAME 12 | INVITE Bob #house | INVITE 5 #house
  invite +1 202 555 0133 for dinner | add 2 eggs to #food | WHO | WHO house | who is on first | reminders for bob
  Who's who #house | who is on #house tonight at nine | my name is in the will of uncle bob
  doneall | LEAVE | LEAVE house | leave #house keys | leave at 9 #house | BLOCK bob | block #a #b | Blocks`
  .trim()
  .split(/ \| |\n */)
  .concat('> ');

const SLIPS: [string, ReturnType<typeof recognise>][] = [
  ['?pasta', { kind: 'ask', query: 'pasta' }],
  ['？拉面', { kind: 'ask', query: '拉面' }],
  ['\u200b ?\u00a0pasta.\u00a0', { kind: 'ask', query: 'pasta' }],
  ['?pasta ＃food', { kind: 'ask', query: 'pasta #food' }],
  ['? who fixed the sink?', { kind: 'ask', query: 'who fixed the sink' }],
  [
    '? what was the name of the italian restaurant on fifth street',
    { kind: 'ask', query: 'what was the name of the italian restaurant on fifth street' },
  ],
  ['? “on ice”', { kind: 'ask', query: '“on ice”' }],
  ['? is #food from:bob any good?', { kind: 'ask', query: 'is #food from:bob any good?' }],
  ['#food ？', { kind: 'ask', query: '#food' }],
  ['#Food?', { kind: 'ask', query: '#food' }],
  ['? .env #js', { kind: 'ask', query: '.env #js' }],
  ['? ', { kind: 'status' }],
  ['boards', { kind: 'status' }],
  ['more.', { kind: 'more' }],
  ['More?', { kind: 'more' }],
  ['“MORE”', { kind: 'more' }],
  ['1)', { kind: 'open', number: 1 }],
  ['(12).', { kind: 'open', number: 12 }],
  ['１', { kind: 'open', number: 1 }],
  ['+ #tag', { kind: 'tag', add: ['tag'], remove: [] }],
  ['+#a, #b –#c.', { kind: 'tag', add: ['a', 'b'], remove: ['c'] }],
  ['＋＃食', { kind: 'tag', add: ['食'], remove: [] }],
  ['edit: new words', { kind: 'edit', words: 'new words' }],
  ['Edit : new\nwords', { kind: 'edit', words: 'new\nwords' }],
  ['RE: ok', { kind: 'reply', words: 'ok' }],
  ['>ok', { kind: 'reply', words: 'ok' }],
  ['remind me tmr 9', { kind: 'remind', form: 'remind me', words: 'tmr 9', when: null }],
  ['REMIND me friday', { kind: 'remind', form: 'remind', words: 'friday', when: null }],
  ['Call mum !Fri 9am', { kind: 'remind', form: '!', words: 'Call mum', when: 'Fri 9am' }],
  ['log in', { kind: 'login' }],
  ['mute #house', { kind: 'mute', tag: 'house', muted: true, isGuess: false }],
  ['stop sending me stuff from #house', { kind: 'mute', tag: 'house', muted: true, isGuess: true }],
  ['Yes 27', { kind: 'ok', digits: '27' }],
  ['done!!', { kind: 'done', all: false }],
  ['Done all', { kind: 'done', all: true }],
  ['OK 27', { kind: 'ok', digits: '27' }],
  ['ok27', { kind: 'ok', digits: '27' }],
  ['Ok 07.', { kind: 'ok', digits: '07' }],
  ['“Okay, 27!”', { kind: 'ok', digits: '27' }],
  ['ＯＫ ２７', { kind: 'ok', digits: '27' }],
  ['Undo 🙏', { kind: 'undo' }],
  ['Leave #house.', { kind: 'leave', tag: 'house' }],
  ['block: ＃House', { kind: 'block', tag: 'house' }],
  ['Block', { kind: 'block', tag: null }],
  ['Help!', { kind: 'help' }],
  ['NAME Jo  Miller', { kind: 'name', words: 'Jo Miller', person: null }],
  ['NAME (202) 555-0133 Granny', { kind: 'name', words: 'Granny', person: '(202) 555-0133' }],
  ['My name’s Jo', { kind: 'name', words: 'Jo', person: null }],
  ['Who #House', { kind: 'who', tag: 'house' }],
  ['whos on the #house board?', { kind: 'who', tag: 'house' }],
  [
    'invite (202) 555-0133 #house',
    { kind: 'invite', number: '(202) 555-0133', tag: 'house', isGuess: false },
  ],
  ['Invite #house 2025550133', { kind: 'invite', number: '2025550133', tag: 'house', isGuess: false }],
  ['Reminders!', { kind: 'reminders' }],
  ['show me my reminders', { kind: 'reminders' }],
];

test('a text that is only close to a command is a note', () => {
  for (const text of NEAR_MISSES) expect({ text, command: recognise(text) }).toEqual({ text, command: null });
});

test('the usual slips of a command are understood', () => {
  for (const [text, command] of SLIPS) expect({ text, command: recognise(text) }).toEqual({ text, command });
});

test('every example of a command is recognised as a command of its kind', () => {
  for (const { kind, texts } of TEXTING_FORMS)
    for (const text of texts) expect({ text, kind: recognise(text)?.kind }).toEqual({ text, kind });
});

const REAL = existsSync(CORPUS);

test(`none of ${REAL ? '26,000 real' : 'thousands of made-up'} texts is taken for a command or reaction`, () => {
  if (!REAL) console.info('The real texts are not there, so texts that were made up are tried.');
  const texts = REAL ? readCorpus() : readTexts(Math.random).texts;
  expect(texts.length).toBeGreaterThanOrEqual(20_000);
  expect(texts.filter((text) => recognise(text) ?? parseReaction(text))).toEqual([]);
  // YES, `ok` and `start again` count only if something waits for them
  const keywords = texts.filter((text) => !['yes', 'assent', 'restart', null].includes(keywordOf(text)));
  expect(keywords).toEqual([]);
});

/** Keeps the placeholders, because some texts would be numbers without them. */
const readCorpus = (): string[] =>
  ['en', 'zh'].flatMap((language) =>
    readFileSync(new URL(`texts-${language}.jsonl`, CORPUS), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text),
  );

test('no strange or long text makes the recogniser fail', () => {
  const marks = fc.string({ unit: fc.constantFrom(...'?？#+-–>!():1 \n\u200b\u00a0"“'), maxLength: 200 });
  const words = fc.string({
    unit: fc.constantFrom('EDIT ', 're:', '#a', '+', '?', ' ', 'מה', '👍🏽', '!9'),
    maxLength: 99,
  });
  const long = fc
    .constantFrom('!', ' ', '#a ', '+#a ', '?', '? a', 'EDIT ', '👍🏽', 'ש', 're ', '-#a,')
    .map((part) => part.repeat(10_000).slice(0, 10_000));
  const text = fc.oneof(marks, words, long, fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE));
  fc.assert(
    fc.property(text, text, (first, second) => {
      const whole = first + second;
      const command = recognise(whole);
      expect(recognise(`\u00a0\u200b${whole}\n `)).toEqual(command);
      if (command?.kind === 'tag') expect(command.add.length + command.remove.length).toBeGreaterThan(0);
    }),
    { numRuns: 400 },
  );
});
