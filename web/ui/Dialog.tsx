import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useAsOpenedDialog } from './opened-dialogs';
import { useCloseOnBack } from './use-close-on-back';
import { useOpenedAfterMount } from './use-opened-after-mount';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** True while the dialog's request is running. During that time the dialog cannot be closed. */
  busy?: boolean;
  title: string;
  children: ReactNode;
};

/** When it closes, the focus returns to the element that had the focus before. */
export function Dialog({ opened, onClose, busy = false, title, children }: Props) {
  useAsOpenedDialog(opened);
  useCloseOnBack(opened, onClose, busy);
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
      classNames={{ title: classes.title, content: classes.content, header: classes.header }}
    >
      {children}
    </Modal>
  );
}
