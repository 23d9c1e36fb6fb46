import { useState } from 'react';

const PREFIX = 'tagline:draft:';

/** A text that outlives a reload, one for each `place`; '' forgets it. */
export function useDraft(place: string) {
  const [text, setText] = useState(() => localStorage.getItem(PREFIX + place) ?? '');
  const write = (next: string) => {
    setText(next);
    if (next) localStorage.setItem(PREFIX + place, next);
    else localStorage.removeItem(PREFIX + place);
  };
  return [text, write] as const;
}

/** At logout: what one person began is not for the next. */
export function forgetDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
