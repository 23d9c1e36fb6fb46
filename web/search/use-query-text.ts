import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Pause in typing after which the query is searched, in milliseconds. */
const PAUSE_MS = 180;

/**
 * Holds the text of the search field. The text becomes `q` in the address after a pause in typing, or at once
 * by `ask`.
 */
export function useQueryText(q: string, board: string | undefined) {
  const [text, setText] = useState(q);
  const navigate = useNavigate();
  const lastAsked = useRef(q);
  const timer = useRef<Timer>(undefined);
  useEffect(() => {
    if (q !== lastAsked.current) setText(q); // the address was changed elsewhere, for example in the sidebar
    lastAsked.current = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function askOn(next: string, board: string | undefined) {
    clearTimeout(timer.current);
    setText(next);
    lastAsked.current = next;
    void navigate({ to: '/search', search: { q: next || undefined, board }, replace: true });
  }
  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => askOn(next, board), PAUSE_MS);
  }
  return {
    text,
    type,
    ask: (next: string) => askOn(next, board),
    leaveBoard: () => askOn(text, undefined),
  };
}
