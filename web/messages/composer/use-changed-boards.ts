import { useEffect, useRef, useState } from 'react';
import { findHashtags, withoutHashtags } from '../../../src/contract/hashtags';
import type { TagChange } from './destination';

type Options = {
  changes: TagChange[];
  accept: (tag: string) => void;
  content: string;
  setContent: (content: string) => void;
  /** Replaces a chosen tag with the tag `by`. Without `by`, removes the tag. */
  replaceTag: (tag: string, by?: string) => void;
  submit: () => void;
  busy: boolean;
};

/**
 * Submits a form only after the writer has decided about all tags that no longer stand for the board that the
 * writer has seen. If the writer has already pressed the submit button, the last decision submits the form.
 */
export function useChangedBoards(options: Options) {
  const { changes, accept, content, setContent, replaceTag, submit, busy } = options;
  const [isSaving, setIsSaving] = useState(false);
  const isAnswered = useRef(false);

  useEffect(() => {
    if (!isAnswered.current || changes.length > 0 || busy) return;
    isAnswered.current = false;
    if (isSaving) submit();
  });

  return {
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
        if (change.kind !== 'renamed') return accept(tag);
        setContent(withOtherHashtag(content, tag, change.newTag));
        replaceTag(tag, change.newTag);
      },
      onLeaveOut(tag: string) {
        isAnswered.current = true;
        setContent(withoutHashtags(content, (slug) => slug === tag));
        replaceTag(tag);
      },
    },
  };
}

/** Replaces one hashtag of the content with another, and returns the content. */
export const withOtherHashtag = (content: string, tag: string, newTag: string): string =>
  findHashtags(content)
    .filter(({ slug }) => slug === tag)
    .reduceRight((text, { start, end }) => `${text.slice(0, start)}#${newTag}${text.slice(end)}`, content);
