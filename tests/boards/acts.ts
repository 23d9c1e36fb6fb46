import fc from 'fast-check';
import { DEFAULT_TAG } from '../../src/contract/limits';
import { ann, bob, cho, dee } from '../support/cast';

export const PEOPLE = [ann, bob, cho, dee];
export const NO_ID = 999_999;
const NAMES = ['a', 'b', 'a-2', 'b-2', DEFAULT_TAG, 'feedback'];

const person = fc.nat(PEOPLE.length - 1);
/** Plus 0 to 3 times the number of people: in three cases of four the model makes the act allowed. */
const by = fc.nat(4 * PEOPLE.length - 1);
const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b') }, fc.constantFrom(...NAMES));
const names = fc.uniqueArray(name, { maxLength: 2 });
const nth = fc.nat(7);
const words = fc.record({ text: fc.constantFrom('', 'edited'), names });
const audience = fc.constantFrom('page' as const, 'guests' as const);
const shown = fc.constantFrom(true, true, false);
/** Parts of a text are joined within 10 seconds; ALL joins split parts within 600 seconds. */
const gap = fc.constantFrom(1, 1, 1, 1, 11, 601);
const form = fc.constantFrom('cut', 'cut', 'rest', 'rest', '(1/2)', '(2/2)');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const weighted = <A extends string, T>(
  weight: number,
  act: A,
  details: { [K in keyof T]: fc.Arbitrary<T[K]> },
) => ({
  weight,
  arbitrary: fc.record({ act: fc.constant(act), by, ...details }) as fc.Arbitrary<{ act: A; by: number } & T>,
});
const act = fc.oneof(
  weighted(18, 'post', { names }),
  weighted(12, 'reply', { message: nth, names }),
  weighted(8, 'replyByText', { message: nth, names }),
  weighted(24, 'text', { form, names, gap }),
  weighted(6, 'all', { gap }),
  weighted(6, 'tagByText', { name, add: fc.boolean() }),
  weighted(3, 'deleteByText', {}),
  weighted(6, 'undoByText', {}),
  weighted(12, 'invite', { name, whom: person, nth }),
  weighted(8, 'inviteByText', { name, whom: person, nth }),
  weighted(8, 'yes', { nth }),
  weighted(8, 'convert', { name, whom: person, nth }),
  weighted(10, 'removeMember', { board: nth, whom: person, nth }),
  weighted(10, 'edit', { message: nth, words: optional(words), tags: optional(names) }),
  weighted(5, 'createShared', { name }),
  weighted(6, 'renameShared', { board: nth, name }),
  weighted(5, 'renamePrivate', { name, newName: name, nth }),
  weighted(6, 'takeOff', { board: nth, message: nth }),
  weighted(4, 'remove', { message: nth }),
  weighted(3, 'removeTag', { name, nth }),
  weighted(5, 'restore', { message: nth }),
  weighted(3, 'restoreTag', { name, nth }),
  weighted(3, 'deleteShared', { board: nth }),
  weighted(8, 'open', { board: nth, audience }),
  weighted(8, 'show', { board: nth, audience, shown, nth }),
  weighted(3, 'close', { board: nth, audience }),
  weighted(2, 'mute', { board: nth, nth }),
  weighted(1, 'deleteAccount', {}),
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
export const acts = fc.array(act, { minLength: 1, maxLength: 30, size: 'max' });
