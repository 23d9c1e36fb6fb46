import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Ago } from '../../ui/times';
import { kindOf } from './seen';

export function OfflineNotice() {
  const at = useSeenAt();
  return (
    <>
      <IconCloudOff size={14} aria-hidden />
      <span>
        Offline.
        {at !== null && (
          <>
            {' '}
            Last seen <Ago at={at} />
          </>
        )}
      </span>
    </>
  );
}

function useSeenAt(): string | null {
  const times = useQueryClient()
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined)
    .filter(({ queryKey: [first], queryKey }) => {
      const kind = kindOf(queryKey);
      return kind === 'lists' || kind === 'threads' || (Array.isArray(first) && first[0] === 'boards');
    })
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null;
}
