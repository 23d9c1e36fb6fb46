import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '../ui/router';
import { type SearchAddress, searchAddress } from './address';

const PAUSE_MS = 180;

export const withoutFilter = (text: string, { start, end }: { start: number; end: number }) =>
  `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();

type QueryText = {
  text: string;
  board: string | undefined;
  type: (next: string) => void;
  ask: (next: string) => void;
  leaveBoard: () => void;
};

const QueryTextContext = createContext<QueryText | null>(null);

export function useQueryText(): QueryText {
  const value = useContext(QueryTextContext);
  if (!value) throw new Error('A search field is outside of QueryTextProvider.');
  return value;
}

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
  // a search that still waits would lead back to the search page
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
