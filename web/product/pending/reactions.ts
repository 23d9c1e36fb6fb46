import type { Message, Reaction } from '../../../src/contract/messages';
import { cache } from '../trpc';

export type Reacted = { emoji: string; on: boolean };

/** A list that an earlier version of the app has kept has none. */
export const reactionsOf = ({ reactions }: { reactions?: Reaction[] }): Reaction[] => reactions ?? [];

export function asReacted(before: Message, { emoji, on }: Reacted): Message {
  const me = cache.users.profile.getData()?.displayName || 'You';
  const reactions = reactionsOf(before);
  if (!reactions.some((one) => one.emoji === emoji))
    return on
      ? { ...before, reactions: [...reactions, { emoji, count: 1, mine: true, people: [me] }] }
      : before;
  const change = (one: Reaction): Reaction => {
    if (one.emoji !== emoji || one.mine === on) return one;
    const others = one.people.filter((name) => name !== me);
    return { emoji, mine: on, count: one.count + (on ? 1 : -1), people: on ? [...others, me] : others };
  };
  return { ...before, reactions: reactions.map(change).filter(({ count }) => count > 0) };
}
