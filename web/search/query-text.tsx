import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '../ui/router';
import { type SearchAddress, searchAddress } from './address';

/** Time without typing after which the search page searches, in milliseconds. */
const PAUSE_MS = 180;

type QueryText = {
  /** Text of every search field on the screen. */
  text: string;
  /** Tag of the board to which the search page is limited. */
  board: string | undefined;
  /** Changes the text. On the search page, the search begins after a pause. */
  type: (next: string) => void;
  /** Changes the text, opens the search page if it is not open, and searches at once. */
  ask: (next: string) => void;
  /** Searches for the text on all boards instead of only on `board`. */
  leaveBoard: () => void;
};

const QueryTextContext = createContext<QueryText | null>(null);

/** Returns the text of the search fields, and functions that change it. */
export function useQueryText(): QueryText {
  const value = useContext(QueryTextContext);
  if (!value) throw new Error('A search field is outside of QueryTextProvider.');
  return value;
}

/**
 * Holds the text that all search fields share (docs/product.md: Search page). On the search page the text
 * becomes the parameter `q` of the URL. If a link or the Back button changes the URL, the text changes too.
 * When the person leaves the search page, the text is cleared.
 */
export function QueryTextProvider({ children }: { children: ReactNode }) {
  const { onPage, q = '', board } = useSearchLocation();
  const [text, setText] = useState(q);
  const navigate = useNavigate();
  const shown = useRef({ onPage, q });
  const timer = useRef<Timer>(undefined);
  useEffect(() => {
    if (onPage !== shown.current.onPage || q !== shown.current.q) setText(q);
    shown.current = { onPage, q };
  }, [onPage, q]);
  // when the person leaves the page, cancels a search that still waits, because that search would lead back
  // to the search page
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must end when the page is left
  useEffect(() => () => clearTimeout(timer.current), [onPage]);

  function askOn(next: string, board: string | undefined) {
    clearTimeout(timer.current);
    setText(next);
    shown.current = { onPage: true, q: next };
    void navigate({ to: '/search', search: { q: next || undefined, board }, replace: onPage });
  }
  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    if (onPage) timer.current = setTimeout(() => askOn(next, board), PAUSE_MS);
  }
  const value = {
    text,
    board,
    type,
    ask: (next: string) => askOn(next, board),
    leaveBoard: () => askOn(text, undefined),
  };
  return <QueryTextContext value={value}>{children}</QueryTextContext>;
}

function useSearchLocation(): SearchAddress & { onPage: boolean } {
  const { pathname, search } = useLocation();
  return pathname === '/search' ? { onPage: true, ...searchAddress(search) } : { onPage: false };
}
