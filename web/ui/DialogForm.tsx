import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './DialogForm.module.css';

type Props = {
  children: ReactNode;
  onCancel: () => void;
  onSubmit: () => void;
  /** What the button says, and what it says while its call is under way. */
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  disabled?: boolean;
  /** It takes something away for good. */
  destructive?: boolean;
  /** Takes files that are pasted or dropped anywhere in the dialog. */
  onFiles?: (files: Iterable<File>) => void;
};

/** The body of a dialog that ends in Cancel and one act. While it is busy, neither can be pressed (spec 2, Dialogs). */
export function DialogForm({
  children,
  onCancel,
  onSubmit,
  submitLabel,
  busyLabel,
  busy,
  disabled,
  destructive,
  onFiles,
}: Props) {
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
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
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

/** In a field of several lines, where Enter alone breaks the line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
}
