import { expect } from 'bun:test';
import { testApp } from '../support/app';
import { bob, cho } from '../support/cast';
import { SECOND } from '../support/clock';
import { contentsOn, share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { answersTo, textIn } from '../support/texts';

/** Bob and Cho are on #house. Every text of Bob's number may be forged by Cho, who does not see its answer. */
export const test = testIn(() => {
  const app = testApp();
  app.clock.freeze();
  const user = ensureUser(app, bob);
  const reader = ensureUser(app, cho);
  const board = share(app, user, 'house', cho);
  const say = (text: string, more = {}) => {
    app.clock.advance(11 * SECOND);
    const answers = answersTo(app, bob, text, more);
    expect(answers.length).toBeLessThanOrEqual(1);
    return answers[0];
  };
  const ask = (text: string) => /^Reply OK (\d\d) /.exec(say(text)!)![1]!;
  const other = (digits: string) => (digits === '00' ? '01' : '00');
  const read = () => contentsOn(app, reader, 'house');
  textIn(app, bob, 'bank pin 4711');
  return {
    app,
    user,
    reader,
    board,
    say,
    ask,
    other,
    read,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
});
