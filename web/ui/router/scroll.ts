import type { HistoryLocation } from '@tanstack/history';

type Entry = { state: HistoryLocation['state']; hash: string };

/** Key of session storage for the scroll position of each entry of the history, in pixels. */
const KEY = 'tagline:scroll';

/**
 * Restores the scroll position of a page that is shown again by Back, Forward or a reload. Other pages begin
 * at their top, or at the element that the fragment of their URL names.
 */
export function keepScroll() {
  const tops: Record<string, number> = readTops();
  let drawn: string | undefined;
  let isNew = false;
  let stays = false;

  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'; // the browser restores the position until the app has started
    if (drawn !== undefined) tops[drawn] = scrollY;
    try {
      sessionStorage.setItem(KEY, JSON.stringify(tops));
    } catch {} // ignores errors, for example because the storage is full
  });
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'; // needed again if the browser shows this page from its memory
  });

  return {
    /** Stores the scroll position of a page that is about to be left. */
    keep: ({ state }: Entry) => {
      tops[keyOf(state)] = scrollY;
    },
    /**
     * Must be called with the action that leads to the next page. `restore` scrolls to the element that the
     * URL names only if the page is new.
     */
    follow: (action: string) => {
      isNew = action === 'PUSH' || action === 'REPLACE';
    },
    /** Keeps the scroll position when the next entry is drawn. */
    stay: () => {
      stays = true;
    },
    /** Scrolls to the stored position of an entry whose screen has been drawn. */
    restore: ({ state, hash }: Entry) => {
      const key = keyOf(state);
      const unchanged = stays || key === drawn;
      drawn = key;
      stays = false;
      if (unchanged) return;
      const top = hash && isNew ? undefined : tops[key];
      if (hash && top === undefined) document.getElementById(hash)?.scrollIntoView();
      else scrollTo({ top: top ?? 0, left: 0 });
    },
  };
}

const keyOf = ({ key = '' }: Entry['state']) => key;

function readTops() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
