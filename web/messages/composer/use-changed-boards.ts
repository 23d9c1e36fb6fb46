import { useEffect, useRef, useState } from 'react';
import { findHashtags, withoutHashtags } from '../../../src/contract/hashtags';
import type { TagChange } from './destination';

type Options = {
  changes: TagChange[];
  accept: (tag: string) => void;
  content: string;
  setContent: (content: string) => void;
  replaceTag: (tag: string, by?: string) => void;
  submit: () => void;
  busy: boolean;
};

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

export const withOtherHashtag = (content: string, tag: string, newTag: string): string =>
  findHashtags(content)
    .filter(({ slug }) => slug === tag)
    .reduceRight((text, { start, end }) => `${text.slice(0, start)}#${newTag}${text.slice(end)}`, content);
