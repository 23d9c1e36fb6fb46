import { useEffect, useRef, useState } from 'react';
import { hashtagsIn, withoutHashtags } from '../../../src/contract/hashtags';
import { TAGS_MAX } from '../../../src/contract/limits';
import { useTagBoards } from '../../boards/use-tag-boards';
import { draftKey } from '../../product/drafts';
import {
  changesOf,
  presentTag,
  type SeenBoards,
  seenWith,
  type TagChange,
  withOtherHashtag,
} from './destination';

type Options = {
  /** The chosen tags, without the hashtags in the content. */
  tags: readonly string[];
  /** Replaces a chosen tag with the tag `by`. Without `by`, removes the tag. */
  replaceTag: (tag: string, by?: string) => void;
  content?: string;
  setContent?: (content: string) => void;
  /** Tags of a stored message, which stays on their boards even if a board has been renamed. */
  kept?: readonly string[];
  /** With the name of a draft, the seen boards survive a reload. */
  draft?: string;
  submit: () => void;
  busy: boolean;
  /** True while nothing is written yet: what the tags stand for may then still change. */
  idle?: boolean;
};

const NONE = new Map();

/**
 * Tells where a message will go. A tag may come to stand for another board than the writer has seen. The form
 * is submitted only after the writer has decided about all such tags; the last decision submits it if the
 * writer has already pressed the submit button.
 */
export function useDestination(options: Options) {
  const { tags, replaceTag, content = '', setContent, kept = [], draft, submit, busy, idle } = options;
  const boards = useTagBoards();
  const key = draftKey(`${draft ?? ''} boards`);
  const [known, setState] = useState<SeenBoards>(() =>
    draft !== undefined && content ? parse(localStorage.getItem(key) ?? '') : NONE,
  );
  const state = idle ? NONE : known;
  const all = [...new Set([...tags, ...hashtagsIn(content)])].slice(0, TAGS_MAX);
  const seen = boards ? seenWith(state, all, boards) : state;
  const isNew = seen.size !== known.size || [...seen].some(([tag, id]) => known.get(tag) !== id);
  if (isNew) setState(seen);

  const serialized = draft !== undefined && content ? JSON.stringify([...seen]) : '';
  useEffect(() => {
    if (draft === undefined || !boards) return;
    if (serialized) localStorage.setItem(key, serialized);
    else localStorage.removeItem(key);
  }, [draft, boards, serialized, key]);

  const changes = (boards ? changesOf(seen, boards) : []).filter(
    ({ tag, change }) => change.kind !== 'renamed' || !kept.includes(tag),
  );
  const [isSaving, setIsSaving] = useState(false);
  const isAnswered = useRef(false);
  useEffect(() => {
    if (!isAnswered.current || changes.length > 0 || busy) return;
    isAnswered.current = false;
    if (isSaving) submit();
  });

  return {
    all: all.map((tag) => (boards && kept.includes(tag) ? presentTag(tag, seen, boards) : tag)),
    boards,
    seen,
    setSeen: setState,
    /** Tells the server which boards the writer has seen, so that it refuses a message that goes elsewhere. */
    expects: [...seen].flatMap(([tag, boardId]) => (kept.includes(tag) ? [] : { tag, boardId })),
    trySubmit() {
      setIsSaving(true);
      if (changes.length === 0) submit();
    },
    /** Must be called when the writer goes on writing. Later decisions then do not submit the form. */
    cancelSubmit: () => setIsSaving(false),
    noticeProps: {
      changes,
      isSaving,
      onUse({ tag, change }: TagChange) {
        isAnswered.current = true;
        if (change.kind !== 'renamed') return setState(new Map([...seen].filter(([other]) => other !== tag)));
        setContent?.(withOtherHashtag(content, tag, change.newTag));
        replaceTag(tag, change.newTag);
      },
      onLeaveOut(tag: string) {
        isAnswered.current = true;
        setContent?.(withoutHashtags(content, (slug) => slug === tag));
        replaceTag(tag);
      },
    },
  };
}

function parse(stored: string): SeenBoards {
  try {
    return new Map(JSON.parse(stored));
  } catch {
    return NONE;
  }
}
