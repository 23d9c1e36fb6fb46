import { trpc } from '../../product/trpc';
import { Ago } from '../../ui/times';
import { Entry, EntryList } from '../Entry';
import { ProfileCard } from '../ProfileCard';

export function AccountLogCard() {
  const log = trpc.passkeys.accountLog.useQuery();
  if (!log.data?.length) return null;
  return (
    <ProfileCard
      id="account-log"
      title="Account log"
      note="What happened to the ways into your account. Tell an operator if you do not know of something."
    >
      <EntryList query={log} what="the account log">
        {({ at, text }) => (
          <Entry key={`${at} ${text}`} name={text}>
            <Ago at={at} />
          </Entry>
        )}
      </EntryList>
    </ProfileCard>
  );
}
