import { IconPinFilled } from '@tabler/icons-react';

export const PinMark = () => (
  <span role="img" aria-label="Pinned" title="Pinned" style={{ display: 'flex', color: 'var(--accent-ink)' }}>
    <IconPinFilled size={15} aria-hidden />
  </span>
);
