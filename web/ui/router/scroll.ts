import type { HistoryLocation } from '@tanstack/history';

type Entry = { state: HistoryLocation['state']; hash: string };

/** Key of session storage for how far down each entry of the history was, in pixels. */
const KEY = 'tagline:scroll';

/**
 * Gives each page that comes back by Back, Forward or a reload the place it had. Other pages begin at their top, or
 * at the element that the fragment of their URL names.
 */
export function keepScroll() {
  const tops: Record<string, number> = readTops();
  let drawn: string | undefined;
  let isNew = false;
  let stays = false;

  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'; // for the moment until the app has started again
    if (drawn !== undefined) tops[drawn] = scrollY;
    try {
      sessionStorage.setItem(KEY, JSON.stringify(tops));
    } catch {} // the storage is full
  });
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'; // the page may have been kept whole by the browser
  });

  return {
    /** Remembers the place of the page that is about to be left. */
    keep: ({ state }: Entry) => {
      tops[keyOf(state)] = scrollY;
    },
    /** Says how the next page came. Only a new one goes to the element that its URL names. */
    follow: (action: string) => {
      isNew = action === 'PUSH' || action === 'REPLACE';
    },
    /** Keeps the page where it is when the next entry is drawn. */
    stay: () => {
      stays = true;
    },
    /** Scrolls to the place of an entry whose screen has been drawn. */
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
