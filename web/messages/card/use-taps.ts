import { useEffect } from 'react';
import { createStore } from '../../ui/store';
import type { Tappable } from './tappable';

type Find = typeof import('./tappable')['findTappable'];

const loaded = createStore<{ find?: Find }>({});
let isLoading = false;

/** Finds what can be tapped in a text of the message, once the code for it has come after the first cards. */
export function useTaps(sentAt: string | undefined): (text: string) => Tappable[] {
  const { find } = loaded.use();
  useEffect(() => {
    if (isLoading) return;
    isLoading = true;
    import('./tappable').then(
      ({ findTappable }) => loaded.set({ find: findTappable }),
      () => {
        isLoading = false; // the next card asks again
      },
    );
  }, []);
  return (text) => (find && sentAt ? find(text, new Date(sentAt), new Date()) : []);
}
