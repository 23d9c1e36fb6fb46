import { useState } from 'react';
import { cache } from './trpc';

const PREFIX = 'tagline:draft:';

export const draftKey = (name: string) => `${PREFIX}${cache.auth.session.getData()?.userId}:${name}`;

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

export function deleteDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
