import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useShown } from './use-shown';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** While its call is under way a dialog cannot be closed (spec 4). */
  busy?: boolean;
  title: string;
  children: ReactNode;
};

/**
 * A modal dialog. Focus returns to what opened it; where that went with what the dialog did (a card, a board), it
 * goes to the page.
 */
export function Dialog({ opened, onClose, busy = false, title, children }: Props) {
  return (
    <Modal
      opened={useShown(opened)}
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
