import { useEffect, useState } from 'react';
import { createStore } from '../ui/store';
import { draftKey } from './drafts';

const changed = createStore({ key: '', text: '' });

/** Each person has one draft per `name` in this browser. All fields with this name on the page show it. */
export function useDraft(name: string, initial = '') {
  const key = draftKey(name);
  const [text, setText] = useState(() => localStorage.getItem(key) ?? initial);
  useEffect(() => changed.subscribe(() => changed.get().key === key && setText(changed.get().text)), [key]);
  const store = (next: string) => {
    setText(next);
    changed.set({ key, text: next });
    if (next) localStorage.setItem(key, next);
    else localStorage.removeItem(key);
  };
  return [text, store] as const;
}
