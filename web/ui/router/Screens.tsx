import { useLayoutEffect, useState } from 'react';
import { CatchBoundary } from '../CatchBoundary';
import { ShownContext, useRouter } from './use-router';

/** Shows the current screen of the router, inside of its frame if it has one. */
export function Screens() {
  const router = useRouter();
  const [shown, setShown] = useState(router.shown);
  useLayoutEffect(() => router.mount(setShown), [router]);
  useLayoutEffect(() => shown && router.drawn(shown), [router, shown]);
  if (!shown) return null;
  const { Frame, Screen } = shown;
  const screen = (
    <CatchBoundary resetKey={shown} fallback={router.failed}>
      <Screen />
    </CatchBoundary>
  );
  return (
    <ShownContext value={shown}>
      {Frame ? (
        <CatchBoundary resetKey={shown} fallback={router.failed}>
          <Frame>{screen}</Frame>
        </CatchBoundary>
      ) : (
        screen
      )}
    </ShownContext>
  );
}
