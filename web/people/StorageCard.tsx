import { Stack, Text } from '@mantine/core';
import { megabytesOf, withCommas } from '../../src/contract/counts';
import { trpc } from '../product/trpc';
import { ProgressBar } from '../ui/ProgressBar';
import { ProfileCard } from './ProfileCard';

/** Shown only on servers that limit what a person may keep. */
export function StorageCard() {
  const { data } = trpc.users.storage.useQuery();
  if (!data || (data.messages.most === null && data.bytes.most === null)) return null;
  return (
    <ProfileCard
      id="storage"
      title="Storage"
      note="What you may keep on this server. Deleting messages makes room."
    >
      <Stack gap="0.9rem">
        <Amount what="messages" {...data.messages} written={withCommas} />
        <Amount what="MB of photos and files" {...data.bytes} written={megabytesOf} />
      </Stack>
    </ProfileCard>
  );
}

type Props = { what: string; used: number; most: number | null; written: (amount: number) => string };

function Amount({ what, used, most, written }: Props) {
  if (most === null) return null;
  const sentence = `${written(used)} of ${written(most)} ${what}`;
  return (
    <div>
      <Text mb="0.35rem">{sentence}</Text>
      <ProgressBar label={sentence} done={Math.min(used, most)} total={most} />
    </div>
  );
}
