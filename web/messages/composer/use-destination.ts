import { useEffect, useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { TAGS_MAX } from '../../../src/contract/limits';
import { useTagBoards } from '../../boards/use-tag-boards';
import { useDraft } from '../../product/drafts';
import { changesOf, presentTag, type SeenBoards, seenWith, type TagChange } from './destination';

type Options = {
  tags: readonly string[];
  content: string;
  kept?: readonly string[];
  draft?: string;
};

const NONE = new Map();

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

function parse(stored: string): SeenBoards {
  try {
    return new Map(JSON.parse(stored));
  } catch {
    return NONE;
  }
}
