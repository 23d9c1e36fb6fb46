import { Button, CloseButton } from '@mantine/core';
import * as Radix from '@radix-ui/react-toast';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './ToastRegion.module.css';
import { dismissToast, TOAST_MS, useToast } from './toast';

/** Without this mark, Escape pressed in a toast would close the dialog behind it as well. */
const keepsEscape = { 'data-mantine-stop-propagation': true };

/** Of the swipe that is enough, in pixels (spec 9). Radix asks for more than its threshold, so this is just below. */
const SWIPE = 50 - 0.01;

/** Spec 9: swipe right by 50 px, hotkey F8. */
export function ToastRegion() {
  const toast = useToast();
  const viewport = useRef<HTMLOListElement>(null);
  const before = useRef<HTMLElement>(null);

  /** Gives the focus back. Left in the empty region, it would also hold up the clock of every toast to come. */
  function leave() {
    if (!viewport.current?.contains(document.activeElement)) return;
    if (before.current?.isConnected) before.current.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement).blur();
  }

  return (
    <Radix.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={SWIPE} label="Notification">
      {toast && (
        <Radix.Root
          key={toast.id}
          className={classes.toast}
          data-destructive={toast.destructive || undefined}
          type={toast.destructive ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (open) return;
            leave();
            dismissToast(toast.id);
          }}
          {...keepsEscape}
        >
          {toast.destructive ? <IconAlertCircle aria-hidden /> : <IconCircleCheck aria-hidden />}
          <div>
            <Radix.Title className={classes.title}>{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className={classes.description}>{toast.description}</Radix.Description>
            )}
          </div>
          {toast.onUndo && (
            <Radix.Action asChild altText="Undo">
              <Button variant="default" size="compact-sm" onClick={toast.onUndo} {...keepsEscape}>
                Undo
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <CloseButton aria-label="Close notification" {...keepsEscape} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        ref={viewport}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
        }}
        className={classes.viewport}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        {...keepsEscape}
      />
    </Radix.Provider>
  );
}
