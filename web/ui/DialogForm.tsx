import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DialogForm.module.css';

type Props = {
  children: ReactNode;
  onCancel: () => void;
  onSubmit: () => void;
  /** What the button says, and what it says while its call is under way. */
  act: string;
  acting: string;
  busy: boolean;
  disabled?: boolean;
  /** It takes something away for good. */
  destructive?: boolean;
};

/** The body of a dialog that ends in Cancel and one act. While it is busy, neither can be pressed (spec 2, Dialogs). */
export function DialogForm({
  children,
  onCancel,
  onSubmit,
  act,
  acting,
  busy,
  disabled,
  destructive,
}: Props) {
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
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
          {busy ? acting : act}
        </Button>
      </div>
    </form>
  );
}
