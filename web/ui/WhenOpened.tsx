import { type ReactNode, Suspense, useRef } from 'react';

/** Loads a lazy dialog when it is first opened and keeps it from then on. */
export function WhenOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const wanted = useRef(false);
  wanted.current ||= opened;
  return wanted.current ? <Suspense>{children}</Suspense> : null;
}
