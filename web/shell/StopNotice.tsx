import { formatPhone } from '../../src/contract/people';
import { useTextLink } from '../product/text-link';
import { trpc } from '../product/trpc';
import { useProduct } from '../product/use-product';
import { Day } from '../ui/times';
import classes from './StopNotice.module.css';

const POLL_MS = 60_000;

/** Sender numbers can be forged, so the person may not know of the STOP (docs/product/outbox.md: Consent). */
export function StopNotice() {
  const { data } = trpc.users.profile.useQuery(undefined, { refetchInterval: POLL_MS });
  const { phoneNumber } = useProduct();
  const link = useTextLink('START');
  if (!data?.textsStoppedAt) return null;
  return (
    <p className={classes.notice} role="status">
      A text with STOP came from your number on <Day at={data.textsStoppedAt} />, so it gets no more texts,
      codes to sign in included. <a {...link}>Text START to {formatPhone(phoneNumber)}</a> to get them again.
    </p>
  );
}
