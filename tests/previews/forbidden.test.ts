import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema';
import type { App } from '../../src/app';
import { createWeb } from '../../src/outside/web';
import { getAvatar } from '../../src/previews/avatars';
import { getMovie } from '../../src/previews/movies';
import { getPreview } from '../../src/previews/previews';
import { findOrCreateUser } from '../../src/users/users';
import { type ForbiddenCase, forbiddenCases } from '../outside/forbidden';
import { testApp } from '../support/app';
import { openCanary, scriptedNames } from '../support/canary';
import { openSite } from '../support/site';

/**
 * Gives forbidden URLs to each function that fetches users' URLs. The listeners on this machine must get no
 * connection, whatever the function returns. The test setup refuses connections to other machines.
 */

type Fetcher = { name: string; fetch: (app: App, url: string, site: string) => Promise<unknown> };

const FETCHERS: Fetcher[] = [
  {
    name: 'a link',
    async fetch(app, url) {
      const { title, image, error, skip } = await getPreview(app, newUser(app), url);
      return { title, image, shown: !error && !skip };
    },
  },
  {
    name: "a page's picture",
    async fetch(app, url, site) {
      const { title, image } = await getPreview(
        app,
        newUser(app),
        `${site}/with-image/${encodeURIComponent(url)}`,
      );
      return { title: title === 'A page' ? null : title, image, shown: false };
    },
  },
  {
    name: "a person's picture",
    async fetch(app, url) {
      const user = newUser(app);
      app.db.update(users).set({ avatarUrl: url }).where(eq(users.id, user.id)).run();
      const image = await getAvatar(app, user, user.id).catch((error) => error.message);
      return { title: null, image: image === 'Image not found' ? null : image, shown: false };
    },
  },
  {
    name: "a movie's poster",
    async fetch(app, url, site) {
      const apiUrl = `http://127.0.0.1:${new URL(site).port}/tmdb/${encodeURIComponent(url)}`;
      const config = { ...app.config, tmdb: { apiKey: 'k3y', apiUrl } };
      const movie = await getMovie({ ...app, config }, newUser(app), `tt${1_000_000 + people}`);
      return {
        title: movie.title === 'A film' ? null : movie.title,
        image: movie.posterUrl,
        shown: movie.error,
      };
    },
  },
];

/** Returns a new user, because fetches are rate-limited per user. */
const newUser = (app: App) => findOrCreateUser(app, `+1202555${1000 + people++}`).user;
let people = 0;

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

    // shows that a connection to an allowed host is counted
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
    // further requests of a person are refused while 60 wait
    await Promise.all(Array.from({ length: 60 }, runCases));
    expect(wrong).toEqual([]);
    expect((await canary.arrivals()) - before).toBe(0);
  }, 30_000);
