import { Modal } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import classes from './Dialog.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** While its call is under way a dialog cannot be closed (spec 4). */
  busy?: boolean;
  title: string;
  children: ReactNode;
};

/**
 * A modal dialog. Focus returns to what opened it, which needs the closed state to be rendered first; where that
 * went with what the dialog did (a card, a board), it goes to the page.
 */
export function Dialog({ opened, onClose, busy = false, title, children }: Props) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Modal
      opened={shown}
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

/** Loads a lazy dialog when it is first opened and keeps it from then on. */
export function WhenOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const wanted = useRef(false);
  wanted.current ||= opened;
  return wanted.current ? <Suspense>{children}</Suspense> : null;
}
