import { expect, test } from 'bun:test';
import { createWeb } from '../../../src/outside/web';
import { type ForbiddenCase, forbiddenCases } from '../../outside/forbidden';
import { testApp } from '../../support/app';
import { openCanary, scriptedNames } from '../../support/canary';
import { openSite } from '../../support/site';
import { FETCHERS } from './fetchers';

/** Whatever the function returns, the listeners on this machine must get no connection. */

for (const { name, fetch } of FETCHERS)
  test(`${name} cannot lead into our network`, async () => {
    await using canary = await openCanary();
    await using site = await openSite({});
    const start = `http://start.example:${site.port}`;
    const { cases, names } = forbiddenCases(
      canary.port,
      (url, hops = 1, status = 302) => `${start}/to/${status}/${hops}/${encodeURIComponent(url)}`,
    );
    expect(cases.length).toBeGreaterThan(300);
    names['start.example'] = [['127.0.0.1']];
    names['inside.example'] = [['127.0.0.1']];
    await using app = testApp();
    app.db.$client.run('pragma synchronous = off'); // for speed
    const open = (allow: string[]) => {
      const { resolve } = scriptedNames(names);
      Object.assign(app, { web: createWeb({ allow, resolve, ports: [80, 443, canary.port], siteMs: 0 }) });
    };

    // first shows that the canary (the listeners on this machine) counts a connection to an allowed host
    open(['start.example', 'inside.example']);
    await fetch(app, `http://inside.example:${canary.port}/`, start);
    expect(await canary.arrivals()).toBeGreaterThan(0);

    open(['start.example']);
    const before = await canary.arrivals();
    const wrong: (ForbiddenCase & { seen: unknown })[] = [];
    const queue = cases.values();
    const runCases = async () => {
      for (const forbidden of queue) {
        const seen = await fetch(app, forbidden.url, start);
        if (!Bun.deepEquals(seen, { title: null, image: null, shown: false }))
          wrong.push({ ...forbidden, seen });
      }
    };
    // at most 60 at the same time, because the server refuses more fetches when too many wait
    await Promise.all(Array.from({ length: 60 }, runCases));
    expect(wrong).toEqual([]);
    expect((await canary.arrivals()) - before).toBe(0);
  });
