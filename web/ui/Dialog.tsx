import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useMemo, useState } from 'react';
import classes from './Dialog.module.css';
import { useAsOpenedDialog } from './opened-dialogs';
import { useCloseOnBack } from './use-close-on-back';
import { useOpenedAfterMount } from './use-opened-after-mount';

/** What the parent of a dialog tells it. */
export type DialogState = { opened: boolean; onClose: () => void };

/** Lets a form close its dialog, and tell it that a request is running. */
export const DialogContext = createContext({ close: () => {}, setBusy: (_busy: boolean) => {} });

type Props = DialogState & {
  title: string;
  /** True while a dialog without a form sends a request. */
  busy?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog, which cannot be closed while it is busy. When it closes, the focus returns to the
 * element that had it before, or else goes to the main part of the page.
 */
export function Dialog({ opened, onClose, title, busy: isSending = false, children }: Props) {
  const [isFormBusy, setBusy] = useState(false);
  const busy = isSending || isFormBusy;
  useAsOpenedDialog(opened);
  useCloseOnBack(opened, onClose, busy);
  const context = useMemo(() => ({ close: onClose, setBusy }), [onClose]);
  return (
    <Modal
      opened={useOpenedAfterMount(opened)}
      onClose={() => busy || onClose()}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      withCloseButton={!busy}
      title={title}
      onExitTransitionEnd={() => {
        if (document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true });
      }}
      classNames={{
        title: classes.title,
        content: classes.content,
        header: classes.header,
        inner: classes.inner,
      }}
    >
      <DialogContext value={context}>{children}</DialogContext>
    </Modal>
  );
}
