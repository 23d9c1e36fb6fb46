import { useEffect, useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { TAGS_MAX } from '../../../src/contract/limits';
import { useTagBoards } from '../../boards/use-tag-boards';
import { useDraft } from '../../product/drafts';
import { changesOf, presentTag, type SeenBoards, seenWith, type TagChange } from './destination';

type Options = {
  /** Tags that the writer has chosen, without the hashtags in the content. */
  tags: readonly string[];
  content: string;
  /**
   * Tags of a stored message. The message stays on the boards of these tags, even if a board has been
   * renamed.
   */
  kept?: readonly string[];
  /** Name of the draft. With a name, `seen` survives a reload of the page. */
  draft?: string;
};

const NONE = new Map();

/**
 * Tells where a message will go while it is being written. `all` are the tags of the message. `changes` are
 * the tags that now stand for other boards than the writer has seen. `accept` must be called when the writer
 * accepts the new board of such a tag. `expects` tells the server which boards the writer has seen, so that
 * the server refuses a message that would go elsewhere. `expects` does not contain the tags in `kept`, and
 * `changes` does not contain them if their board was only renamed.
 */
export function useDestination({ tags, content, kept = [], draft }: Options) {
  const boards = useTagBoards();
  const [stored, store] = useDraft(`${draft ?? ''} boards`);
  const [state, setState] = useState<SeenBoards>(() =>
    draft !== undefined && content ? parse(stored) : NONE,
  );
  const all = [...new Set([...tags, ...hashtagsIn(content)])].slice(0, TAGS_MAX);
  const seen = boards ? seenWith(state, all, boards) : state;
  const isNew = seen.size !== state.size || [...seen].some(([tag]) => !state.has(tag));
  if (isNew) setState(seen);

  const serialized = draft !== undefined && content ? JSON.stringify([...seen]) : '';
  useEffect(() => {
    if (draft !== undefined && boards && serialized !== stored) store(serialized);
  });

  const changes: TagChange[] = boards ? changesOf(seen, boards) : [];
  return {
    all: all.map((tag) => (boards && kept.includes(tag) ? presentTag(tag, seen, boards) : tag)),
    boards,
    changes: changes.filter(({ tag, change }) => change.kind !== 'renamed' || !kept.includes(tag)),
    expects: [...seen].flatMap(([tag, boardId]) => (kept.includes(tag) ? [] : { tag, boardId })),
    accept: (tag: string) => setState(new Map([...seen].filter(([other]) => other !== tag))),
  };
}

/** Parses the map that `useDestination` has stored. Returns an empty map if the text is not such a map. */
function parse(stored: string): SeenBoards {
  try {
    return new Map(JSON.parse(stored));
  } catch {
    return NONE;
  }
}
