import { lazy, Suspense, useEffect } from 'react';
import { CatchBoundary } from './router';
import classes from './ToastRegion.module.css';
import { dismissToast, durationOf, useHasToasted, useToast } from './toast';

const loadRegion = () => import('./ToastRegion').then((module) => ({ default: module.ToastRegion }));
const ToastRegion = lazy(loadRegion);

/** By then the screen should have loaded. */
const LOAD_AFTER_MS = 3000;

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

/** React does not try to fetch that code again. */
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
