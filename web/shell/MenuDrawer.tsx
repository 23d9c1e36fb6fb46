import { Drawer } from '@mantine/core';
import { useOpenedAfterMount } from '../ui/use-opened-after-mount';
import classes from './Layout.module.css';
import { Sidebar } from './Sidebar';

/** The sidebar where there is no room for it beside the page. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer.Root
      opened={useOpenedAfterMount(opened)}
      // Escape is heard by every overlay: a dialog over the menu closes alone
      onClose={() => document.querySelectorAll('[aria-modal="true"]').length > 1 || onClose()}
      size="min(20rem, 86vw)"
      classNames={{ content: classes.drawer }}
    >
      <Drawer.Overlay backgroundOpacity={0.45} blur={2} />
      <Drawer.Content aria-label="Menu">
        <Drawer.CloseButton className={classes.close} size="lg" aria-label="Close menu" />
        <Sidebar onNavigate={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
