import type { App } from '../../app/app';
import { heldLease } from '../../app/owner';
import { bad, type Finding, good } from '../../contract/health';

const NAME = 'Owner';
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

export function checkOwner({ config }: App): Finding[] {
  const held = heldLease();
  if (!held) return [];
  const { host, epoch, renewedAt } = held;
  const age = seconds(performance.now() - renewedAt);
  return [
    good(NAME, `The lease was renewed ${age} ago, and lasts ${seconds(config.cell.ttlMs)}.`, {
      value: `${host}, epoch ${epoch}`,
    }),
  ];
}

/** For `tagline doctor`, which may run on any machine of the cell. */
export async function examineOwner({ config: { cell } }: App): Promise<Finding[]> {
  if (!cell.lease) return [];
  const { connectLease } = await import('../../outside/lease/lease');
  try {
    const { owner, epoch } = await connectLease(cell).read();
    if (owner) return [good(NAME, 'It has the lease.', { value: `${owner.host}, epoch ${owner.epoch}` })];
    return [
      bad(NAME, 'No machine owns the data: start tagline cell.', { value: `None since epoch ${epoch}` }),
    ];
  } catch (error) {
    return [bad(NAME, `LEASE cannot be asked: ${(error as Error).message}`)];
  }
}
