import { ProfileCard } from '../../people/ProfileCard';
import { SecretAddress } from '../../people/SecretAddress';
import { cache, client, trpc } from '../../product/trpc';
import { Loaded } from '../../ui/Loaded';

export function CalendarCard() {
  const calendar = trpc.reminders.calendar.useQuery();
  return (
    <ProfileCard
      id="calendar"
      title="Reminders in my calendar"
      note="Your calendar can subscribe to a secret address and show what is to come, with your lists as tasks. Whoever has the address can read them."
    >
      <Loaded query={calendar} what="your calendar" height={44}>
        {({ url }) => (
          <SecretAddress
            address={url}
            label="Address of the calendar"
            warnings={{
              always: 'Calendars that use the present address stop showing your reminders.',
              renewed: 'They need the new one.',
            }}
            renew={() => client.reminders.renewCalendar.mutate()}
            end={() => client.reminders.endCalendar.mutate()}
            store={(changed) => cache.reminders.calendar.setData(undefined, changed)}
          />
        )}
      </Loaded>
    </ProfileCard>
  );
}
