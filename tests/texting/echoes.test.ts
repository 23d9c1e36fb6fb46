import { expect } from 'bun:test';
import { allMessages } from '../../src/messages/lists';
import { parseReaction } from '../../src/texting/reaction-forms';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { contentsOn, post, share } from '../support/house';
import { accountOf, kindsOf, messagesOf, textIn } from '../support/texts';

/** `+` adds the emoji and `-` takes it back. */
const FORMS = `
  +❤️ Loved “%” | +👍 Liked "%" | +👎 Disliked “%” | +😂 Laughed at “%” | +‼️ Emphasised “%” | +❓ Questioned “%”
  +👀 Reacted 👀 to “%” | +👨‍👩‍👧 Reacted 👨‍👩‍👧 to “%” | -👀 Removed 👀 from “%” | +👍🏽 👍🏽 to “%” | -👍 Removed a like from “%”
  -❤️ Removed a heart from “%” | -👎 Removed a dislike from “%” | -😂 Removed a laugh from “%”
  -‼️ Removed an exclamation from “%” | -❓ Removed a question mark from “%”
  +👍 \u200a\u200b👍\u200b to “\u200a%\u200a” | -👍 \u200aRemoved \u200c👍\u200c from “\u200a%\u200a”\u200a
  +😂 \u200aA réagi avec \u200b😂\u200b à «\u00a0\u200a%\u200a\u00a0»\u200a | +👀 “\u200a%\u200a” ni \u200b👀\u200b o tsuketa
  +❤️ „%“ ein Herz hinzugefügt | -❤️ Herz von „%“ entfernt | +👍 Gefällt: „%“ | -👍 „Gefällt mir“ von „%“ entfernt
  +👎 Gefällt nicht: „%“ | +😂 „%“ ein Lachen hinzugefügt | -‼️ Ausrufezeichen von „%“ entfernt
  +❓ „%“ ein Fragezeichen hinzugefügt | +😮 Hat mit 😮 auf „%“ reagiert | -😮 😮 aus „%“ entfernt
  +👍 Le gusta “%” | -👍 Ya no le gusta “%” | +❤️ Le encantó “%” | +😂 Le dio risa “%” | +❓ Dudó sobre “%”
  +‼️ Le sorprende “%” | +👎 No le gusta “%” | +😮 Reaccionó con 😮 a “%” | -😮 Ha eliminado 😮 de “%”.
  +❤️ A ajouté un « J’adore » à « % ». | -👍 a retiré son «\u00a0J’aime\u00a0» de « % » | +👍 A aimé « % »
  +👎 A ajouté un « Je n'aime pas » à « % » | +😂 A ajouté un rire à « % » | +❓ A ajouté un point d’interrogation à « % »
  +‼️ A ajouté des points d’exclamation à « % » | +😮 A réagi avec 😮 à « % » | -😮 A retiré 😮 de « % »
  +👍 Ha aggiunto “Mi piace” a “%” | -👎 Ha rimosso “Non mi piace” da “%” | +❤️ Ha aggiunto un cuoricino a “%”
  +😂 Trova divertente “%” | +‼️ Ha aggiunto i punti esclamativi a “%” | +😮 Ha reagito con 😮 a “%”
  +❤️ Ha messo un cuore a “%” | +👍 Me gustó «%» | +👍 Hat „%“ mit „Gefällt mir“ markiert | +👍 Gillade ”%”
  +❤️ Amou “%” | +👍 Gostou de “%” | +👎 Não gostou de “%” | +😂 Riu de “%” | +‼️ Enfatizou “%” | +😮 Reagiu com 😮 a “%”`
  .trim()
  .split(/ \| |\n */)
  .map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)] as const);

test('reactions of phones in six languages are read', () => {
  for (const quote of ['Milk', 'He said “yes”…\nThen, “no”!'])
    for (const [wanted, form] of FORMS) {
      const { emoji, on, quote: read } = parseReaction(form.replace('%', quote)) ?? {};
      expect([form, `${on ? '+' : '-'}${emoji}`, read]).toEqual([form, wanted, quote.replace('\n', ' ')]);
    }
  for (const form of ['Loved an image', 'A ajouté un « J’adore » à une image', 'Le encantó una imagen'])
    expect(parseReaction(form)).toMatchObject({ emoji: '❤️', on: true, quote: null });
});

const reactionsOn = (app: TestApp, content: string) =>
  allMessages(app, accountOf(app, ann)!)
    .find((message) => message.content.startsWith(content))!
    .reactions.map(({ emoji, people }) => `${emoji} ${people}`);

test("a phone's reaction goes to the newest message that it quotes", ({ app, owner, member }) => {
  post(app, member, 'Sofa is here #house');
  app.clock.advance(MINUTE);
  post(app, owner, 'Who can pick up “grandma” at six? #house');
  app.clock.advance(MINUTE);
  const told = app.outbox(bob.phone).find(({ body }) => body.includes('grandma'))!.body;
  const texts = app.outbox().length;
  textIn(app, bob, `Loved “${told}”`);
  expect(reactionsOn(app, 'Who can')).toEqual(['❤️ Bob Ray']);
  textIn(app, bob, `😮 to “${told.slice(0, 40)}…”`); // a phone shows one reaction of each person
  expect(reactionsOn(app, 'Who can')).toEqual(['😮 Bob Ray']);
  textIn(app, bob, `Reacted 😮 to “${told}”`);
  textIn(app, bob, `Removed a heart from “${told}”`);
  textIn(app, bob, 'Laughed at “Sofa is here #house”');
  expect(reactionsOn(app, 'Sofa')).toEqual(['😂 Bob Ray']);
  textIn(app, bob, `Removed 😮 from “${told}”`);
  expect(reactionsOn(app, 'Who can')).toEqual([]);
  expect(kindsOf(app, bob)).toEqual(Array(6).fill('reaction'));

  textIn(app, bob, '? grandma');
  textIn(app, bob, 'The cat', { media: [{ url: 'simulator:1/0', type: 'image/png' }] });
  app.db.$client.run("update media set file = 'a.png', width = 1, height = 1");
  textIn(app, bob, 'Liked an image');
  expect(allMessages(app, member)[0]).toMatchObject({ content: 'The cat', reactions: [{ emoji: '👍' }] });
  expect(app.outbox().length - texts).toBe(1); // the welcome
});

test('a reaction to what is unknown is dropped only if it is surely one', ({ app, owner, member }) => {
  const secret = share(app, owner, 'secret', cho);
  post(app, owner, 'Party for Bob on Sunday #secret');
  textIn(app, bob, 'Milk');
  const welcome = app.outbox(bob.phone).at(-1)!.body;
  const cut = `${welcome.slice(0, 40)}…`;
  const dropped = [
    `Liked “${welcome}”`,
    `Questioned “${cut}”`,
    `“${cut}”にハートを付けました`,
    'Liked “123456 is your Tagline code. Nobody will ask you for it.”',
    'Liked an image',
    'Reacted 😮 to “Party for Bob on Sunday #secret”',
    'Loved “New in #house, Ann Lee: Lamp”',
    'Removed a like from “What was that”',
    welcome,
    `  ${welcome.replaceAll(' ', '  ')} \n`,
  ];
  for (const text of dropped) textIn(app, bob, text);
  expect(kindsOf(app, bob).slice(1)).toEqual(dropped.map(() => 'echo'));
  expect(messagesOf(app, bob)).toEqual(['Milk']);
  expect(secret && reactionsOn(app, 'Party')).toEqual([]);

  post(app, owner, 'Lamp #house');
  app.clock.advance(MINUTE);
  const told = app.outbox(bob.phone).at(-1)!.body;
  expect(told).toContain('#house');
  textIn(app, bob, `Heeft ”${told}” leuk gevonden`);
  expect(kindsOf(app, bob).at(-1)).toBe('echo');
  textIn(app, bob, `“${told}” a été “aimé” par Bob`);
  textIn(app, bob, `lol what is this: ${told}`);
  const [asked] = app.outbox(bob.phone).slice(-1);
  expect(asked!.body).toMatch(/^Kept for you only\. Reply Y\d\d to answer Ann on #house\.$/);
  expect(contentsOn(app, member, 'house')).toEqual(['Lamp #house']);
  expect(messagesOf(app, bob)).toHaveLength(3);
  app.clock.advance(10 * MINUTE); // a thumb would be a yes to that

  const kept = ['Liked “The Dispossessed”', 'Liked "Dune" #books', 'Remember “Milk”', '“Milk”'];
  kept.push('Loved the soup', 'He said “welcome to Tagline” to me', '👍', 'Liked a lot', 'Loved a movie');
  for (const text of kept) {
    app.clock.advance(MINUTE);
    textIn(app, bob, text);
  }
  expect(messagesOf(app, bob).slice(3)).toEqual(kept);
  expect(contentsOn(app, member, 'house')).toEqual(['Lamp #house']);
});
