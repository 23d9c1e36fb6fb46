import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema';
import type { App } from '../../../src/app/app';
import { getAvatar } from '../../../src/media/previews/avatars';
import { getMovie } from '../../../src/media/previews/movies';
import { getPreview } from '../../../src/media/previews/previews';
import { findOrCreateUser } from '../../../src/people/users';

type Fetcher = { name: string; fetch: (app: App, url: string, site: string) => Promise<unknown> };

export const FETCHERS: Fetcher[] = [
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

const newUser = (app: App) => findOrCreateUser(app, `+1202555${1000 + people++}`).user;
let people = 0;
