import { lazy, Suspense, useEffect } from 'react';
import { CatchBoundary } from './CatchBoundary';
import classes from './ToastRegion.module.css';
import { dismissToast, durationOf, useHasToasted, useToast } from './toast';

const loadRegion = () => import('./ToastRegion').then((module) => ({ default: module.ToastRegion }));
const ToastRegion = lazy(loadRegion);

/**
 * Delay in milliseconds before the code of the toast region is fetched. By then the screen should have
 * loaded. The code is fetched before it is needed, since a toast perhaps has to report a lost connection.
 */
const LOAD_AFTER_MS = 3000;

/** Shows toasts. Their code is fetched for the first toast, or shortly after the first screen. */
export function Toasts() {
  useEffect(() => {
    const timer = setTimeout(() => void loadRegion().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return useHasToasted() ? (
    <CatchBoundary fallback={PlainToast}>
      <Suspense>
        <ToastRegion />
      </Suspense>
    </CatchBoundary>
  ) : null;
}

/**
 * Shows toasts if the code of the toast region could not be fetched. React does not try to fetch it again.
 */
function PlainToast() {
  const toast = useToast();
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => dismissToast(toast.id), durationOf(toast));
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div role="alert" className={classes.viewport}>
      {toast && (
        <div className={classes.toast} data-destructive={toast.destructive || undefined}>
          <div>
            <div className={classes.title}>{toast.title}</div>
            <div className={classes.description}>{toast.description}</div>
          </div>
        </div>
      )}
    </div>
  );
}
