import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { CatchBoundary } from './CatchBoundary';
import { toastError } from './toast';

// biome-ignore lint/suspicious/noExplicitAny: each dialog has its own properties
type Dialog = ComponentType<any>;

/**
 * Returns a dialog whose code is fetched when the browser is idle after it has drawn the screen with the
 * dialog. If the dialog is opened earlier, its code is fetched at that moment. Once opened, the dialog stays
 * mounted, so that it can close with a transition and return the focus. If the code cannot be fetched when
 * the dialog is opened, a toast says so, and the page stays as it is. `preload` fetches the code now, for
 * example when the pointer is over the dialog's button. `preload` ignores errors.
 */
export function lazyDialog<Name extends string, Module extends Record<Name, Dialog>>(
  load: () => Promise<Module>,
  name: Name,
) {
  const fetchDialog = () => load().then((module) => ({ default: module[name] as Dialog }));
  const Dialog = lazy(fetchDialog);
  const preload = () => void fetchDialog().catch(() => {});
  return Object.assign(
    (props: ComponentProps<Module[Name]> & { opened: boolean }) => {
      usePreload(preload);
      return (
        <MountOnceOpened opened={props.opened}>
          <Dialog {...props} />
        </MountOnceOpened>
      );
    },
    { preload },
  );
}

const preloaded = new Set<() => void>();

/**
 * Runs `load` once when the browser is idle, for example to fetch code. Does not run `load` if the person
 * wants to save data. `load` must be the same function each time.
 */
export function usePreload(load: () => void) {
  useEffect(() => {
    if (preloaded.has(load)) return;
    return whenIdle(() => {
      preloaded.add(load);
      load();
    });
  }, [load]);
}

/** Returns handlers for the button of a dialog. They fetch the dialog's code before the button is pressed. */
export const preloadOnHover = ({ preload }: { preload: () => void }) => ({
  onPointerEnter: preload,
  onFocus: preload,
});

/** Time after which a browser that is never idle runs `load`, in milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Runs `load` when the browser is idle, unless the person wants to save data. Returns a function that cancels
 * the call of `load`.
 */
export function whenIdle(load: () => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => {};
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, WITHOUT_IDLE_MS); // Safari has no requestIdleCallback
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(load, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

/** Time after which a browser without `requestIdleCallback` runs `load`, in milliseconds. */
export const WITHOUT_IDLE_MS = 2000;

function MountOnceOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [mounted, setMounted] = useState(opened);
  if (opened && !mounted) setMounted(true);
  if (!mounted) return null;
  return (
    <CatchBoundary
      resetKey={opened}
      onCatch={() =>
        toastError('This part could not be loaded. Check your connection, then reload the page.')
      }
      fallback={Nothing}
    >
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}

const Nothing = () => null;
