import { ProfileCard } from '../../people/ProfileCard';
import { trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { Loaded } from '../../ui/Loaded';
import { MailAddress } from './MailAddress';

/** Not drawn on a server that takes no mails. */
export function NotesByMailCard() {
  const { mail } = useProduct();
  const address = trpc.notesByMail.address.useQuery({}, { enabled: mail });
  if (!mail) return null;
  return (
    <ProfileCard
      id="notes-by-mail"
      title="Notes by mail"
      note="Mails to a secret address become your notes: forward what you want to keep. Whoever has the address can add notes, and read none."
    >
      <Loaded query={address} what="your address" height={44}>
        {({ address }) => <MailAddress address={address} name="Notes" />}
      </Loaded>
    </ProfileCard>
  );
}
