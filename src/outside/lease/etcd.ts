import { type Claim, type Lease, newClaim } from './claim';

const [ANSWERS_MIN_MS, ANSWERS_MAX_MS] = [250, 2_000];

type KeyValue = { value: string; mod_revision: string };
type Range = { response_range?: { kvs?: KeyValue[] } };
type Txn = { succeeded?: boolean; responses?: Range[] };

/** The keys `<cell>/owner`, which ends with the lease, and `<cell>/epoch`, by etcd's JSON over HTTP. */
export function etcdLease(endpoints: string[], { name, ttlMs }: { name: string; ttlMs: number }): Lease {
  const [owner, epoch] = [`${name}/owner`, `${name}/epoch`].map(toBase64);
  const answersWithin = Math.min(Math.max(ttlMs / 6, ANSWERS_MIN_MS), ANSWERS_MAX_MS);
  let last = 0;
  let leaseId: string | null = null;

  async function ask<T>(path: string, body: object): Promise<T> {
    let failure: unknown;
    for (let tries = 0; tries < endpoints.length; tries++) {
      try {
        const response = await fetch(`http://${endpoints[last]}/v3/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(answersWithin),
        });
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as T;
        throw new Error(`etcd at ${endpoints[last]} answered ${response.status}: ${text.slice(0, 200)}`);
      } catch (error) {
        failure = error;
        last = (last + 1) % endpoints.length;
      }
    }
    throw failure;
  }

  async function readAll() {
    const success = [owner, epoch].map((key) => ({ request_range: { key } }));
    const { responses = [] } = await ask<Txn>('kv/txn', { success });
    const [owned, counted] = responses.map((range) => range.response_range?.kvs?.[0]);
    return {
      owner: owned ? (fromBase64(owned.value) as Claim) : null,
      epoch: counted ? Number(fromBase64(counted.value)) : 0,
      revision: counted?.mod_revision ?? '0',
    };
  }

  async function release() {
    const ID = leaseId;
    leaseId = null;
    if (ID !== null) await ask('lease/revoke', { ID }).catch(() => {}); // it ends by itself
  }

  return {
    async acquire(least) {
      const known = await readAll();
      if (known.owner) return null;
      const { ID } = await ask<{ ID: string }>('lease/grant', { TTL: String(ttlMs / 1000) });
      leaseId = ID;
      const claim = newClaim(Math.max(known.epoch, least) + 1);
      try {
        const { succeeded, responses } = await ask<Txn>('kv/txn', {
          compare: [
            { key: owner, target: 'CREATE', result: 'EQUAL', create_revision: '0' },
            { key: epoch, target: 'MOD', result: 'EQUAL', mod_revision: known.revision },
          ],
          success: [
            { request_put: { key: owner, value: toBase64(JSON.stringify(claim)), lease: ID } },
            { request_put: { key: epoch, value: toBase64(String(claim.epoch)) } },
          ],
          failure: [{ request_range: { key: owner } }],
        });
        // a first try whose answer was lost may have succeeded
        const there = responses?.[0]?.response_range?.kvs?.[0];
        if (succeeded || (there && (fromBase64(there.value) as Claim).id === claim.id)) return claim;
      } catch (error) {
        await release();
        throw error;
      }
      await release();
      return null;
    },
    async renew() {
      const { result } = await ask<{ result?: { TTL?: string } }>('lease/keepalive', { ID: leaseId });
      return Number(result?.TTL ?? 0) * 1000 >= ttlMs;
    },
    release,
    async read() {
      const { owner, epoch } = await readAll();
      return { owner, epoch };
    },
  };
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const fromBase64 = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64').toString());
