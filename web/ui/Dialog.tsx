import { Modal } from '@mantine/core';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import classes from './Dialog.module.css';
import { useOpenedAfterMount } from './use-opened-after-mount';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** True while the dialog's request is running. The dialog cannot be closed then. */
  busy?: boolean;
  title: string;
  children: ReactNode;
};

/**
 * A modal dialog. On closing, the focus returns to the element that opened it, or to the page if that element is gone,
 * for example a deleted card.
 */
export function Dialog({ opened, onClose, busy = false, title, children }: Props) {
  // The browser's Back closes the dialog (unless it is busy) and stays on the page. Otherwise a dialog about
  // one board would stay open on the page of another board.
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== 'REPLACE' && !busy) onClose();
      return action !== 'REPLACE' && action !== 'PUSH';
    },
  });
  // Blockers are not asked before Back leaves the site. So on the first page of a visit the same page is pushed once
  // more, and Back leads to it.
  const router = useRouter();
  useEffect(() => {
    if (!opened || router.history.canGoBack()) return;
    void router.navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, entered: true }),
      resetScroll: false,
      ignoreBlocker: true,
    });
  }, [opened, router]);
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
