import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useRef } from 'react';
import { toastError } from './toast';

/** Loads a lazy dialog when it is first opened and keeps it from then on. One that cannot be had leaves the page as it is. */
export function WhenOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const wanted = useRef(false);
  wanted.current ||= opened;
  if (!wanted.current) return null;
  return (
    <CatchBoundary
      getResetKey={() => String(opened)}
      onCatch={() =>
        toastError('This part could not be loaded. Check your connection, then reload the page.')
      }
      errorComponent={() => null}
    >
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}
