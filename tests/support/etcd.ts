/** A server that speaks as much of etcd's JSON over HTTP as the lease of a cell needs. */
export function startEtcd() {
  type Row = { value: string; lease?: string; create: number; mod: number };
  type Compare = { key: string; target: 'CREATE' | 'MOD'; create_revision?: string; mod_revision?: string };
  type Act = {
    request_range?: { key: string };
    request_put?: { key: string; value: string; lease?: string };
  };
  const rows = new Map<string, Row>();
  const leases = new Map<string, { ttlMs: number; endsAt: number }>();
  let [revision, grants] = [0, 0];
  /** The answer to this request from now on gets lost after it was carried out. */
  let lost = 0;

  function expire() {
    for (const [id, { endsAt }] of leases) if (performance.now() > endsAt) revoke(id);
  }
  function revoke(id: string) {
    leases.delete(id);
    for (const [key, { lease }] of rows) if (lease === id) rows.delete(key);
  }
  function act({ request_range: range, request_put: put }: Act) {
    if (put?.lease && !leases.has(put.lease)) throw new Error('requested lease not found');
    if (put) {
      revision++;
      const { create = revision } = rows.get(put.key) ?? {};
      rows.set(put.key, { value: put.value, lease: put.lease, create, mod: revision });
      return { response_put: {} };
    }
    const row = rows.get(range!.key);
    return { response_range: { ...(row && { kvs: [{ value: row.value, mod_revision: `${row.mod}` }] }) } };
  }
  const holds = ({ key, target, create_revision, mod_revision }: Compare) =>
    target === 'CREATE'
      ? (rows.get(key)?.create ?? 0) === Number(create_revision)
      : (rows.get(key)?.mod ?? 0) === Number(mod_revision);

  const calls: Record<string, (body: never) => object> = {
    'lease/grant'({ TTL }: { TTL: string }) {
      const id = `${++grants}`;
      leases.set(id, { ttlMs: Number(TTL) * 1000, endsAt: performance.now() + Number(TTL) * 1000 });
      return { ID: id, TTL };
    },
    'lease/keepalive'({ ID }: { ID: string }) {
      const lease = leases.get(ID);
      if (!lease) return { result: { ID } };
      lease.endsAt = performance.now() + lease.ttlMs;
      return { result: { ID, TTL: `${lease.ttlMs / 1000}` } };
    },
    'lease/revoke'({ ID }: { ID: string }) {
      revoke(ID);
      return {};
    },
    'kv/txn'({
      compare = [],
      success,
      failure = [],
    }: {
      compare?: Compare[];
      success: Act[];
      failure?: Act[];
    }) {
      const succeeded = compare.every(holds);
      return { succeeded, responses: (succeeded ? success : failure).map(act) };
    },
  };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      expire();
      const call = calls[new URL(request.url).pathname.replace('/v3/', '')];
      if (!call) return new Response('not found', { status: 404 });
      const answer = call((await request.json()) as never);
      return --lost === 0 ? new Response('lost', { status: 502 }) : Response.json(answer);
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return {
    host,
    url: `etcd://${host}`,
    loseAnswer(to: number) {
      lost = to;
    },
    expireAll() {
      for (const id of leases.keys()) revoke(id);
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}
