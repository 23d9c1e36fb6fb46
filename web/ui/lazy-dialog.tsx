import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { toastError } from './toast';

// biome-ignore lint/suspicious/noExplicitAny: each dialog has its own properties
type Dialog = ComponentType<any>;

/**
 * Returns a dialog whose code is fetched when it is first opened. From then on the dialog stays mounted, so
 * that it can close with a transition and return the focus. If the code cannot be fetched, a toast says so,
 * and the page stays as it is. `preload` fetches the code before it is needed.
 */
export function lazyDialog<Name extends string, Module extends Record<Name, Dialog>>(
  load: () => Promise<Module>,
  name: Name,
) {
  const fetchDialog = () => load().then((module) => ({ default: module[name] as Dialog }));
  const Dialog = lazy(fetchDialog);
  return Object.assign(
    (props: ComponentProps<Module[Name]> & { opened: boolean }) => (
      <MountOnceOpened opened={props.opened}>
        <Dialog {...props} />
      </MountOnceOpened>
    ),
    { preload: () => void fetchDialog().catch(() => {}) },
  );
}

function MountOnceOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [mounted, setMounted] = useState(opened);
  if (opened && !mounted) setMounted(true);
  if (!mounted) return null;
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
