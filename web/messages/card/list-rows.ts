import { type ListPart, listParts } from '../../../src/contract/checklists';
import { findHashtags } from '../../../src/contract/hashtags';
import type { Item, Message } from '../../../src/contract/messages';

export const stateOf = ({ items = [] }: Message, part: ListPart): Item | undefined =>
  items.find(({ item }) => item === part.item);

/** A single item stays in sight when it is ticked. */
export function sortParts(message: Message, text: string): { open: ListPart[]; done: ListPart[] } {
  const parts = listParts(text, true).map((part) => ({
    ...part,
    text: withoutLeadingTag(part.text, message.tags),
  }));
  const isFolded = (part: ListPart) => message.items!.length > 1 && Boolean(stateOf(message, part)?.doneAt);
  return { open: parts.filter((part) => !isFolded(part)), done: parts.filter(isFolded) };
}

function withoutLeadingTag(text: string, tags: readonly string[]): string {
  const [first] = findHashtags(text);
  return first?.start === 0 && tags.includes(first.slug) ? text.slice(first.end).trim() || text : text;
}
