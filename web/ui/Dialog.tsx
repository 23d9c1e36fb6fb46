import { Modal } from '@mantine/core';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import classes from './Dialog.module.css';
import { useOpenedAfterMount } from './use-opened-after-mount';

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
  // The browser's Back closes the dialog and stays on the page: what is asked about one board must not be
  // answered about another
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== 'REPLACE' && !busy) onClose();
      return action !== 'REPLACE' && action !== 'PUSH';
    },
  });
  // Back from where one came in leads out of the site, and asks nobody: so one goes on to the same page first.
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
