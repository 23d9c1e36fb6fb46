import { Button, CloseButton } from '@mantine/core';
import * as Radix from '@radix-ui/react-toast';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './ToastRegion.module.css';
import { dismissToast, durationOf, useToast } from './toast';
import { placeToast } from './toast-place';

/** Attribute for Mantine: Escape in a toast does not close a dialog behind the toast. */
const stopEscape = { 'data-mantine-stop-propagation': true };

/** A swipe of 50 pixels must be enough, but Radix requires more than the threshold. */
const SWIPE_PX = 50 - 0.01;

export function ToastRegion() {
  const toast = useToast();
  const viewport = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<HTMLElement>(null);
  useToastPlace(viewport, toast?.id);
  const actions = [
    { label: 'Undo', run: toast?.onUndo },
    { label: 'Reload', run: toast?.onReload },
  ];

  /** A focus that stayed in the empty region would stop the timer of every later toast. */
  function returnFocus() {
    if (!viewport.current?.contains(document.activeElement)) return;
    if (focusedBefore.current?.isConnected) focusedBefore.current.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement).blur();
  }

  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_PX} label="Notification">
      {toast && (
        <Radix.Root
          key={toast.id}
          duration={durationOf(toast)}
          className={classes.toast}
          data-destructive={toast.destructive || undefined}
          type={toast.destructive ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (open) return;
            returnFocus();
            dismissToast(toast.id);
          }}
          {...stopEscape}
        >
          {toast.destructive ? <IconAlertCircle aria-hidden /> : <IconCircleCheck aria-hidden />}
          <div>
            <Radix.Title className={classes.title}>{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className={classes.description}>
                {toast.description.split('\n').map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </Radix.Description>
            )}
          </div>
          {actions.map(
            ({ label, run }) =>
              run && (
                <Radix.Action key={label} asChild altText={label}>
                  <Button variant="default" size="compact-sm" onClick={run} {...stopEscape}>
                    {label}
                  </Button>
                </Radix.Action>
              ),
          )}
          <Radix.Close asChild>
            <CloseButton aria-label="Close notification" {...stopEscape} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        ref={viewport}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget))
            focusedBefore.current = relatedTarget as HTMLElement | null;
        }}
        className={classes.viewport}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        {...stopEscape}
      />
    </Radix.Provider>
  );
}

/** The page changes under a toast: a menu opens, a dialog closes, a field grows. */
const PLACE_EVERY_MS = 150;

function useToastPlace(viewport: RefObject<HTMLElement | null>, id: number | undefined) {
  useLayoutEffect(() => {
    if (id === undefined) return;
    const place = () => viewport.current && placeToast(viewport.current);
    place();
    const timer = setInterval(place, PLACE_EVERY_MS);
    return () => {
      clearInterval(timer);
      placeToast(null);
    };
  }, [viewport, id]);
}
