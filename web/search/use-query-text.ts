import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds without typing after which the search begins. */
const PAUSE_MS = 180;

/**
 * Holds the text of the search field. After a pause in typing, or when `ask` is called, the text becomes the
 * parameter `q` of the URL, which starts the search.
 */
export function useQueryText(q: string, board: string | undefined) {
  const [text, setText] = useState(q);
  const navigate = useNavigate();
  const lastAsked = useRef(q);
  const timer = useRef<Timer>(undefined);
  useEffect(() => {
    // the URL was changed elsewhere, for example by the search box of the sidebar
    if (q !== lastAsked.current) setText(q);
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
