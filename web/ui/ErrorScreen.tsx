import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Notice } from './Notice';

/** Replaces a screen that could not be loaded or threw an error while rendering. */
export function ErrorScreen() {
  return (
    <div role="alert">
      <Notice
        icon={<IconMoodSad size={30} aria-hidden />}
        title="Something went wrong on this page"
        action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      >
        Nothing you saved is lost.
      </Notice>
    </div>
  );
}
