import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useMemo } from 'react';
import { cache, errorMessage, trpc } from '../product/trpc';
import { useNow } from '../ui/dates';
import { toast, toastError } from '../ui/toast';
import { ProfileCard } from './ProfileCard';

const SHOWN = 60;

export function TimeZoneCard() {
  const stored = trpc.users.profile.useQuery().data?.timeZone ?? null;
  const set = trpc.users.setTimeZone.useMutation({
    onSuccess(saved) {
      cache.users.profile.setData(undefined, saved);
      toast({ title: 'Time zone updated' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to update the time zone')),
  });
  const zone = set.isPending ? set.variables.timeZone : stored;
  const zones = useMemo(() => listZones(zone), [zone]);
  const now = useNow();
  return (
    <ProfileCard id="time-zone" title="Time zone" note="Reminders and digests come at the time of this zone.">
      <Select
        aria-labelledby="time-zone"
        searchable
        allowDeselect={false}
        data={zones}
        limit={SHOWN}
        maxDropdownHeight={280}
        nothingFoundMessage="No such zone. Try a large city near you."
        placeholder="Search for a city"
        description={zone && `It is ${timeIn(zone, now)} there.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={zone}
        disabled={set.isPending}
        onChange={(timeZone) => timeZone && timeZone !== stored && set.mutate({ timeZone })}
      />
    </ProfileCard>
  );
}

function listZones(stored: string | null): { value: string; label: string }[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(stored ? [stored] : [])]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** Returns the time of day in a zone. Returns `?` if the browser does not know the zone. */
function timeIn(timeZone: string, at: number): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(at);
  } catch {
    return '?';
  }
}
