import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { CatchBoundary } from './router';
import { createStore } from './store';
import { toastError } from './toast';

// biome-ignore lint/suspicious/noExplicitAny: each dialog has its own properties
type Dialog = ComponentType<any>;

/** If the dialog is opened earlier, its code is fetched at that moment. */
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

export function usePreload(load: () => void) {
  useEffect(() => {
    if (preloaded.has(load)) return;
    return whenIdle(() => {
      preloaded.add(load);
      load();
    });
  }, [load]);
}

export const preloadOnHover = ({ preload }: { preload: () => void }) => ({
  onPointerEnter: preload,
  onFocus: preload,
});

const IDLE_TIMEOUT_MS = 10_000;

/**
 * Runs `load` once the person has done anything or 8 seconds have passed, and the browser is idle, unless the
 * person wants to save data: running the code of the dialogs blocks a slow phone longer than the first screen
 * does. Returns a function that cancels the call of `load`.
 */
export function whenIdle(load: () => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => {};
  if (settled.get()) return loadWhenIdle(load);
  let cancel: () => void = settled.subscribe(() => {
    cancel();
    cancel = loadWhenIdle(load);
  });
  return () => cancel();
}

const SETTLED_MS = 8000;
const ACTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'];
/** Whether the first screen may be taken for drawn. */
const settled = createStore(false);
for (const act of ACTS) addEventListener(act, () => settled.set(true), { once: true, passive: true });
setTimeout(() => settled.set(true), SETTLED_MS);

function loadWhenIdle(load: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, WITHOUT_IDLE_MS); // Safari has no requestIdleCallback
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(load, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

export const WITHOUT_IDLE_MS = 2000;

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
      errorComponent={Nothing}
    >
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}

const Nothing = () => null;
