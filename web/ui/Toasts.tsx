import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import classes from './ToastRegion.module.css';
import { dismissToast, TOAST_MS, useHasToasted, useToast } from './toast';

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
  return useHasToasted() ? (
    <CatchBoundary getResetKey={() => ''} errorComponent={PlainToast}>
      <Suspense>
        <ToastRegion />
      </Suspense>
    </CatchBoundary>
  ) : null;
}

/** What is left where the connection was lost before the region came; browsers never ask for a lost module again. */
function PlainToast() {
  const toast = useToast();
  useEffect(() => {
    const timer = setTimeout(() => toast && dismissToast(toast.id), TOAST_MS);
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
