import { Box } from '@mantine/core';
import { countOf } from '../../src/contract/counts';
import { useNow } from '../ui/dates';
import { trpc } from './trpc';
import { useProduct } from './use-product';

const POLL_MS = 15_000;
const MINUTE_MS = 60_000;

/** `endsAt` is null once the visit is over (docs/product/demo.md: A visit). */
export const useVisit = () => {
  const { demo } = useProduct();
  return trpc.demo.state.useQuery(undefined, { enabled: demo, refetchInterval: POLL_MS }).data;
};

export function DemoNotice() {
  const visit = useVisit();
  const { simulatorUrl } = useProduct();
  const now = useNow();
  if (!visit) return null;
  const left = visit.endsAt === null ? null : (Date.parse(visit.endsAt) - now) / MINUTE_MS;
  const minutes = left === null ? null : Math.min(60, Math.max(1, Math.round(left)));
  return (
    <Box role="status" mb="1rem" p="0.6rem 0.9rem" bg="var(--accent-soft)" bdrs="var(--bubble)">
      {minutes !== null ? (
        <>
          This is a demo: in {countOf(minutes, 'minute')} all that you do here is deleted. Text from the{' '}
          <a href={`${simulatorUrl ?? ''}/phone`} target="tagline-phone">
            two phones
          </a>{' '}
          that are yours.
        </>
      ) : (
        <>
          Your hour is over, and all that you did here is deleted. Thank you for trying it.{' '}
          <a href="/login">Take another hour</a>
        </>
      )}
    </Box>
  );
}
