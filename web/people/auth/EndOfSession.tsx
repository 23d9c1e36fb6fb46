import { Box } from '@mantine/core';
import { useState } from 'react';
import { endOfSession } from '../../product/session-end';
import type { EndOfSession as End } from '../../product/session-record';
import { useProduct } from '../../product/use-product';

const SENTENCES: Record<End, string> = {
  elsewhere: 'You were signed out of this browser from another device.',
  expired: 'You were signed out because you had not been here for 30 days, or had signed in a year ago.',
  deleted: 'Your account was deleted, so you are signed out everywhere.',
  operator: 'An operator of this server ended all of your sessions.',
  loggedOut: 'You logged out in another tab.',
  provider: 'You were signed out at your identity provider.',
  unknown: 'Your session has ended. Please sign in again.',
};

const END_OF_VISIT =
  'Your hour is over, and all that you did here is deleted. Thank you for trying it. You can have another.';

export function EndOfSession() {
  const [end] = useState(endOfSession);
  const { demo } = useProduct();
  return (
    end && (
      <Box
        role="status"
        mb="1.25rem"
        p="0.7rem 0.9rem"
        bg="var(--accent-soft)"
        fz="0.9375rem"
        bdrs="var(--bubble)"
      >
        {demo && end !== 'loggedOut' ? END_OF_VISIT : SENTENCES[end]}
      </Box>
    )
  );
}
