import { Button, CloseButton } from '@mantine/core';
import * as Radix from '@radix-ui/react-toast';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { dismissToast, useToast } from '../toasts';
import classes from './ToastRegion.module.css';

/** Without this mark, Escape pressed in a toast would close the dialog behind it as well. */
const keepsEscape = { 'data-mantine-stop-propagation': true };

/** Spec 9: 5000 ms, swipe right by 50 px, hotkey F8. */
export function ToastRegion() {
  const toast = useToast();
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Radix.Root
          key={toast.id}
          className={classes.toast}
          data-destructive={toast.destructive || undefined}
          type={toast.destructive ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
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
        className={classes.viewport}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        {...keepsEscape}
      />
    </Radix.Provider>
  );
}
