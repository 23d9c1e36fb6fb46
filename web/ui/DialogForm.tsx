import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useContext, useLayoutEffect } from 'react';
import { DialogContext } from './Dialog';
import classes from './DialogForm.module.css';

export type DialogFormProps = {
  children: ReactNode;
  onSubmit: () => void;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
  destructive?: boolean;
  onFiles?: (files: Iterable<File>) => void;
};

export function DialogForm({
  children,
  onSubmit,
  submitLabel,
  busyLabel,
  busy,
  disabled,
  destructive,
  onFiles,
}: DialogFormProps) {
  const { close, setBusy } = useContext(DialogContext);
  useLayoutEffect(() => {
    setBusy(busy);
    return () => setBusy(false);
  }, [busy, setBusy]);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
      onPaste={({ clipboardData: { files } }) => files.length > 0 && onFiles?.(files)}
      onDragOver={onFiles && ((event) => event.preventDefault())}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles?.(event.dataTransfer.files);
      }}
    >
      {children}
      <div className={classes.actions} data-actions>
        <Button variant="default" onClick={close} disabled={busy}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={disabled || busy}
          className={destructive ? classes.destructive : undefined}
        >
          {busy ? busyLabel : submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Enter alone starts a new line in a textarea. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
}
