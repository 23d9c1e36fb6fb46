import { useState } from 'react';
import { cache } from './trpc';

export const DRAFTS = 'tagline:draft:';

export const draftKey = (name: string) => `${DRAFTS}${cache.auth.session.getData()?.userId}:${name}`;

/** Each person has one draft per `name` in this browser. */
export function useDraft(name: string, initial = '') {
  const key = draftKey(name);
  const [text, setText] = useState(() => localStorage.getItem(key) ?? initial);
  const store = (next: string) => {
    setText(next);
    if (next) localStorage.setItem(key, next);
    else localStorage.removeItem(key);
  };
  return [text, store] as const;
}
