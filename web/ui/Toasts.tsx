import { lazy, Suspense, useEffect } from 'react';
import { useAnyToast } from '../toasts';

const loadRegion = () => import('./ToastRegion').then((module) => ({ default: module.ToastRegion }));
const ToastRegion = lazy(loadRegion);

/** When nothing else is loading any more, the region does: a lost connection is told by a toast, and then it is too late. */
const LOAD_AFTER_MS = 3000;

/** Shows the toasts. No screen needs them to start. */
export function Toasts() {
  useEffect(() => {
    const timer = setTimeout(() => void loadRegion().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return useAnyToast() ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
