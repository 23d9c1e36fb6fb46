import { Box, Stack } from '@mantine/core';
import { useRef } from 'react';
import { Dialog } from '../../ui/Dialog';
import { lost } from './connection';
import { kept } from './queue';
import { UnsentEntry } from './UnsentEntry';

export function UnsentDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const entries = kept.use();
  const offline = lost.use();
  const lead = useRef<HTMLParagraphElement>(null);
  return (
    <Dialog opened={opened} onClose={onClose} title="Not Sent Yet">
      <Box component="p" ref={lead} tabIndex={-1} m="0 0 0.75rem" c="dimmed" style={{ outline: 'none' }}>
        {entries.length === 0
          ? 'Nothing waits to be sent.'
          : offline
            ? 'This browser keeps what you write without a connection, and sends it in this order once there is one.'
            : 'This browser keeps it until it is sent, or you delete it here.'}
      </Box>
      <Stack component="ul" gap="0.75rem">
        {entries.map((entry) => (
          <UnsentEntry key={entry.seq} entry={entry} onDone={() => lead.current?.focus()} />
        ))}
      </Stack>
    </Dialog>
  );
}
