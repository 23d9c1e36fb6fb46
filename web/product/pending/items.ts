import { itemsIn } from '../../../src/contract/checklists';
import { withoutHashtags } from '../../../src/contract/hashtags';
import type { Item, Message } from '../../../src/contract/messages';
import { cache } from '../trpc';

export function isListBoard(tag: string): boolean {
  const isList = (name: string, list: boolean) => list && name === tag;
  return Boolean(
    cache.boards.tagsWithCounts.getData()?.some(({ tag, list }) => isList(tag, list)) ||
      cache.boards.sharedWithCounts.getData()?.some(({ name, list }) => isList(name, list)),
  );
}

/** What stays of the items before an edit keeps its tick. */
export function expectedItems(content: string, tags: readonly string[], before: Item[] = []) {
  const items = itemsIn(content, tags.some(isListBoard)).map(({ item, text, isMarked }): Item => {
    const kept = before.find((one) => one.item === item);
    return (
      kept ?? {
        item,
        text: withoutHashtags(text),
        ...(isMarked ? doneNow() : { doneAt: null, doneBy: null }),
      }
    );
  });
  return items.length > 0 ? items : undefined;
}

export const asTicked = (message: Message, item: string, done: boolean): Message => ({
  ...message,
  items: message.items?.map((one) =>
    one.item === item ? { ...one, ...(done ? doneNow() : { doneAt: null, doneBy: null }) } : one,
  ),
});

const doneNow = () => ({
  doneAt: new Date().toISOString(),
  doneBy: cache.users.profile.getData()?.displayName ?? null,
});

export const isDone = ({ items }: Message): boolean => items?.every(({ doneAt }) => doneAt !== null) ?? false;
