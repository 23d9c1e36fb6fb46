import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema';
import type { App } from '../../src/app';
import { createWeb } from '../../src/outside/web';
import { getAvatar } from '../../src/previews/avatars';
import { getMovie } from '../../src/previews/movies';
import { getPreview } from '../../src/previews/previews';
import { findOrCreateUser } from '../../src/users/users';
import { type Forbidden, forbiddenCases } from '../outside/forbidden';
import { testApp } from '../support/app';
import { openCanary, scriptedNames } from '../support/canary';
import { openSite } from '../support/site';

/**
 * Everything that fetches what people name, against listeners on this machine that nobody may reach: what counts
 * is that no connection arrives, whatever the answer. Connections to anywhere else fail the test by themselves.
 */

type Fetcher = { called: string; fetch: (app: App, url: string, site: string) => Promise<unknown> };

const FETCHERS: Fetcher[] = [
  {
    called: 'a link',
    async fetch(app, url) {
      const { title, image, error, skip } = await getPreview(app, somebody(app), url);
      return { title, image, shown: !error && !skip };
    },
  },
  {
    called: "a page's picture",
    async fetch(app, url, site) {
      const { title, image } = await getPreview(
        app,
        somebody(app),
        `${site}/with-image/${encodeURIComponent(url)}`,
      );
      return { title: title === 'A page' ? null : title, image, shown: false };
    },
  },
  {
    called: "a person's picture",
    async fetch(app, url) {
      const user = somebody(app);
      app.db.update(users).set({ avatarUrl: url }).where(eq(users.id, user.id)).run();
      const image = await getAvatar(app, user, user.id).catch((error) => error.message);
      return { title: null, image: image === 'Image not found' ? null : image, shown: false };
    },
  },
  {
    called: "a film's poster",
    async fetch(app, url, site) {
      const apiUrl = `http://127.0.0.1:${new URL(site).port}/tmdb/${encodeURIComponent(url)}`;
      const config = { ...app.config, tmdb: { apiKey: 'k3y', apiUrl } };
      const film = await getMovie({ ...app, config }, somebody(app), `tt${1_000_000 + people}`);
      return { title: film.title === 'A film' ? null : film.title, image: film.posterUrl, shown: film.error };
    },
  },
];

/** A new person each time: one alone may not make us fetch so much. */
const somebody = (app: App) => findOrCreateUser(app, `+1202555${1000 + people++}`).user;
let people = 0;

for (const { called, fetch } of FETCHERS)
  test(`${called} leads nobody into our network`, async () => {
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
    app.db.$client.run('pragma synchronous = off'); // a thousand rows that nobody needs tomorrow
    const open = (allow: string[]) => {
      const { resolve } = scriptedNames(names);
      Object.assign(app, { web: createWeb({ allow, resolve, ports: [80, 443, canary.port] }) });
    };

    // a guard that let it pass would be seen
    open(['start.example', 'inside.example']);
    await fetch(app, `http://inside.example:${canary.port}/`, start);
    expect(await canary.arrivals()).toBeGreaterThan(0);

    open(['start.example']);
    const before = await canary.arrivals();
    const wrong: (Forbidden & { seen: unknown })[] = [];
    const queue = cases.values();
    const one = async () => {
      for (const forbidden of queue) {
        const seen = await fetch(app, forbidden.url, start);
        if (!Bun.deepEquals(seen, { title: null, image: null, shown: false }))
          wrong.push({ ...forbidden, seen });
      }
    };
    await Promise.all(Array.from({ length: 100 }, one)); // more would not be let in at a time
    expect(wrong).toEqual([]);
    expect((await canary.arrivals()) - before).toBe(0);
  }, 30_000);
