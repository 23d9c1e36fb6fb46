import { trpc } from '../../product/trpc';
import { Ago } from '../../ui/times';
import { Entries, Entry } from '../Entry';
import { ProfileCard } from '../ProfileCard';

export function AccountLogCard() {
  const { data = [] } = trpc.passkeys.accountLog.useQuery();
  if (data.length === 0) return null;
  return (
    <ProfileCard
      id="account-log"
      title="Account log"
      note="What happened to the ways into your account. Tell an operator if you do not know of something."
    >
      <Entries>
        {data.map(({ at, text }) => (
          <Entry key={`${at} ${text}`} name={text}>
            <Ago at={at} />
          </Entry>
        ))}
      </Entries>
    </ProfileCard>
  );
}
