import { useState } from 'react';
import { cache } from './trpc';

const PREFIX = 'tagline:draft:';

/** Returns the key of localStorage for a draft of the signed-in person. */
export const draftKey = (name: string) => `${PREFIX}${cache.auth.session.getData()?.userId}:${name}`;

/**
 * Returns the unsaved text of a form, or `initial` if there is none, and a function that stores a text so
 * that it survives a reload. Each person has one draft per `name` in this browser. Storing an empty string
 * deletes the draft.
 */
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

/** Deletes all drafts in this browser, so that the next person at this browser does not find them. */
export function deleteDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
