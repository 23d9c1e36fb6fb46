import { expect, test } from 'bun:test';
import type { Lease } from '../../src/outside/lease/claim';
import { etcdLease } from '../../src/outside/lease/etcd';
import { kubernetesLease } from '../../src/outside/lease/kubernetes';
import { startEtcd } from '../support/etcd';
import { tempFolder } from '../support/folder';
import { startKubernetes } from '../support/kubernetes';

type Place = {
  connect(ttlMs?: number): Lease;
  loseAnswer(to: number): void;
  /** Requests of `acquire` before the one that takes it. */
  before: number;
};

const PLACES: Record<string, (act: (place: Place) => Promise<void>) => Promise<void>> = {
  async etcd(act) {
    using etcd = startEtcd();
    const endpoints = ['127.0.0.1:1', etcd.host, etcd.host]; // the first one is down
    const connect = (ttlMs = 60_000) => etcdLease(endpoints, { name: 'notes', ttlMs });
    await act({ ...etcd, connect, before: 2 });
  },
  async kubernetes(act) {
    using folder = tempFolder();
    using kubernetes = startKubernetes(folder.path);
    const connect = (ttlMs = 60_000) =>
      kubernetesLease(kubernetes.server, { name: 'notes', ttlMs }, folder.path);
    await act({ ...kubernetes, connect, before: 1 });
  },
};

for (const [name, inPlace] of Object.entries(PLACES)) {
  test(`${name}: one machine has the lease until it gives it back`, () =>
    inPlace(async ({ connect }) => {
      const [one, other] = [connect(), connect()];
      expect(await one.read()).toEqual({ owner: null, epoch: 0 });
      const claims = await Promise.all([one.acquire(0), other.acquire(0)]);
      const [owner, rest] = claims[0] ? [one, other] : [other, one];
      expect(claims.filter(Boolean)).toMatchObject([{ epoch: 1 }]);
      expect(await rest.acquire(0)).toBeNull();
      expect(await owner.renew()).toBe(true);
      expect(await rest.read()).toMatchObject({ owner: claims.find(Boolean), epoch: 1 });
      await owner.release();
      expect(await rest.acquire(7)).toMatchObject({ epoch: 8 });
      expect(await owner.renew().catch(() => false)).toBe(false);
    }));

  test(`${name}: a lease that is not renewed goes to another machine`, () =>
    inPlace(async ({ connect }) => {
      const [one, other] = [connect(1_000), connect(1_000)];
      const began = performance.now();
      expect(await one.acquire(0)).toMatchObject({ epoch: 1 });
      expect(await one.renew()).toBe(true);
      let taken = await other.acquire(0);
      for (; !taken; taken = await other.acquire(0)) await Bun.sleep(50);
      expect(performance.now() - began).toBeGreaterThan(1_000);
      expect(taken.epoch).toBe(2);
      expect(await one.renew()).toBe(false);
    }));

  test(`${name}: a lost answer leaves no machine in doubt`, () =>
    inPlace(async ({ connect, loseAnswer, before }) => {
      const lease = connect(1_000);
      expect(await lease.acquire(0)).not.toBeNull(); // etcd's first endpoint is skipped from now on
      await lease.release();
      loseAnswer(before + 1);
      let claim = await lease.acquire(0).catch(() => null);
      for (; !claim; claim = await lease.acquire(0)) await Bun.sleep(50);
      loseAnswer(1);
      await lease.renew().catch(() => {});
      expect(await lease.renew()).toBe(true);
      expect(await lease.read()).toMatchObject({ owner: claim });
    }));
}

test('kubernetes: a label that somebody adds does not end the lease', async () => {
  using folder = tempFolder();
  using kubernetes = startKubernetes(folder.path);
  const lease = kubernetesLease(kubernetes.server, { name: 'notes', ttlMs: 60_000 }, folder.path);
  await lease.acquire(0);
  kubernetes.touch();
  expect(await lease.renew()).toBe(true);
});
