import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { type Board, findBoard, findBoardById } from '../../boards/boards';
import { countOtherMembers } from '../../boards/people';
import { countOf } from '../../contract/counts';
import { fitAnswer } from '../../contract/fitting';
import type { Showing } from '../../messages/new-readers';

const TAGS_NAMED_MAX = 5;

export function namedBoards(app: App, user: User, tags: string[], newTags: string[]): string {
  const shared = tags.flatMap((tag) => findBoard(app, user, tag) ?? []).filter(({ shared }) => shared);
  if (shared.length > 0)
    return `${inText(tags)}, seen by ${countOf(countOtherMembers(app, user, shared), 'person', 'people')}`;
  return tags.length === 1 && newTags.includes(tags[0]!) ? `the new ${inText(tags)}` : inText(tags);
}

/** `what` completes "Reply OK 27 to put ... on #house". */
export const questionOf = (app: App, user: User, what: string, { boards, readers }: Showing) => {
  const tags = boards.map((id) => (findBoardById(app, user, id) as Board).tag);
  return (digits: string) => `Reply OK ${digits} to ${what} on ${inText(tags)}, seen by ${readers.length}.`;
};

export function inText(tags: string[]): string {
  const build = (named: number) => {
    const names = tags.slice(0, named).map((tag) => `#${tag}`);
    return (
      names.join(', ') + (named < tags.length ? ` and ${countOf(tags.length - named, 'other board')}` : '')
    );
  };
  return fitAnswer(1, Math.min(tags.length, TAGS_NAMED_MAX), build) ?? countOf(tags.length, 'board');
}
