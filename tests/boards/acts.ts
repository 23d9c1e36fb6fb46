import fc from 'fast-check';
import { DEFAULT_TAG } from '../../src/contract/limits';
import { ann, bob, cho, dee } from '../support/cast';

/** What people do in the stories of `model.ts`. Boards and messages are meant by how many came before them. */

export const CAST = [ann, bob, cho, dee];
/** Of no board and no message. */
export const NO_ID = 999_999;
const NAMES = ['a', 'b', 'a-2', 'b-2', DEFAULT_TAG, 'feedback'];

const person = fc.nat(CAST.length - 1);
/** Three of four acts are done by somebody who may, to something that is there; the others by anybody to anything. */
const by = fc.nat(4 * CAST.length - 1);
const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b') }, fc.constantFrom(...NAMES));
const names = fc.uniqueArray(name, { maxLength: 2 });
const nth = fc.nat(7);
const words = fc.record({ text: fc.constantFrom('', 'edited'), names });
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const doing = <A extends string, T>(
  weight: number,
  act: A,
  what: { [K in keyof T]: fc.Arbitrary<T[K]> },
) => ({
  weight,
  arbitrary: fc.record({ act: fc.constant(act), by, ...what }) as fc.Arbitrary<{ act: A; by: number } & T>,
});
const act = fc.oneof(
  doing(18, 'post', { names }),
  doing(12, 'invite', { name, whom: person, nth }),
  doing(8, 'convert', { name, whom: person, nth }),
  doing(10, 'removeMember', { board: nth, whom: person, nth }),
  doing(10, 'edit', { message: nth, words: maybe(words), tags: maybe(names) }),
  doing(5, 'createShared', { name }),
  doing(6, 'renameShared', { board: nth, name }),
  doing(5, 'renamePrivate', { name, newName: name, nth }),
  doing(6, 'takeOff', { board: nth, message: nth }),
  doing(3, 'remove', { message: nth }),
  doing(2, 'removeTag', { name, nth }),
  doing(3, 'removeShared', { board: nth }),
  doing(2, 'mute', { board: nth, nth }),
  doing(1, 'endAccount', {}),
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
export const acts = fc.array(act, { minLength: 1, maxLength: 30, size: 'max' });
