import { Modal } from '@mantine/core';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import classes from './Dialog.module.css';
import { useAsOpenedDialog } from './opened-dialogs';
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
 * A modal dialog. On closing, the focus returns to the element that had it before. If that element is gone,
 * for example with a deleted card, the page gets the focus.
 */
export function Dialog({ opened, onClose, busy = false, title, children }: Props) {
  useAsOpenedDialog(opened);
  // The browser's Back button closes the dialog, unless the dialog is busy, and does not leave the page.
  // Without this, a dialog about one board would stay open on the page of another board.
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== 'REPLACE' && !busy) onClose();
      return action !== 'REPLACE' && action !== 'PUSH';
    },
  });
  // Back can leave the site without asking blockers. So if the dialog opens on the first page of a visit,
  // that page is added to the history a second time, and Back leads to the first of the two entries.
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
