import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { exactTime, relativeTime, useNow } from '../../ui/dates';
import { kindOf } from './seen';

/** Says that there is no connection, and when the oldest data on the screen were fetched. */
export function OfflineNotice() {
  const now = useNow();
  const at = useSeenAt();
  return (
    <>
      <IconCloudOff size={14} aria-hidden />
      <span>
        Offline.
        {at !== null && (
          <>
            {' '}
            Last seen{' '}
            <time dateTime={at} title={exactTime(at)}>
              {relativeTime(at, now)}
            </time>
          </>
        )}
      </span>
    </>
  );
}

/** Returns the time at which the oldest list on the screen was fetched, or null if there is no list. */
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
