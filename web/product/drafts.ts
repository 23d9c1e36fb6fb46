import { useState } from 'react';
import { cache } from './trpc';

const PREFIX = 'tagline:draft:';

/** A text that outlives a reload, one for each `place` of each person; '' forgets it. */
export function useDraft(place: string) {
  const key = `${PREFIX}${cache.auth.session.getData()?.userId}:${place}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  const write = (next: string) => {
    setText(next);
    if (next) localStorage.setItem(key, next);
    else localStorage.removeItem(key);
  };
  return [text, write] as const;
}

/** At logout: what one person began is not for the next. */
export function deleteDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
