import { Drawer } from '@mantine/core';
import { useOpenedAfterMount } from '../ui/use-opened-after-mount';
import classes from './Layout.module.css';
import { Sidebar } from './Sidebar';

export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer.Root
      opened={useOpenedAfterMount(opened)}
      // each open overlay receives Escape; if a dialog is open over the menu, Escape must close only the
      // dialog
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
