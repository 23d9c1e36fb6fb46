import { lazy, Suspense } from 'react';
import { useAnyToast } from '../toasts';

const ToastRegion = lazy(() => import('./ToastRegion').then((module) => ({ default: module.ToastRegion })));

/** Loads the toast region with the first toast: no screen needs it to start. */
export function Toasts() {
  return useAnyToast() ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
