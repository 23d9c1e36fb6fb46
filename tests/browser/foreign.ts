import type { Page } from 'playwright-core';
import { previews } from '../../db/schema';
import { ann } from '../support/cast';
import type { Client } from '../support/client';
import { colorPng } from '../support/pictures';
import { openSite, page as webPage } from '../support/site';
import { untilTestEnds } from '../support/test-end';
import { startServer } from '../support/visit';

export const askBeforeEmbeds = (client: Pick<Client, 'put'>) =>
  client.put('/api/profile', { firstName: 'Ann', lastName: 'Lee', asksBeforeEmbeds: true });

const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const picture = (width: number, height: number) => ({
  headers: { 'content-type': 'image/png' },
  body: colorPng(width, height),
});

export async function boardOfLinks() {
  const pages = {
    '/ramen': webPage('The best ramen in town', {
      'og:description': 'Noodles since 1987',
      'og:site_name': 'Food Notes',
      'og:image': '/bowl.png',
    }),
    '/icon': webPage('A repository', { 'og:image': '/icon.png' }),
    '/icon.png': picture(256, 256),
    '/plain': webPage('Timetable of the night train'),
    '/bowl.png': picture(1200, 630),
    '/3/find/tt0133093?external_source=imdb_id&api_key=k': json({ movie_results: [{ id: 603 }] }),
    '/3/movie/603?api_key=k': json({
      title: 'The Matrix',
      release_date: '1999-03-31',
      vote_average: 8.2,
      vote_count: 9,
      genres: [{ name: 'Action' }],
      poster_path: '/poster.png',
    }),
    '/w500/poster.png': picture(500, 750),
  };
  const site = untilTestEnds(await openSite(pages));
  site.pages['/3/configuration?api_key=k'] = json({ images: { secure_base_url: `${site.url}/` } });
  const env = { PREVIEW_ALLOW: '127.0.0.1', TMDB_API_KEY: 'k', TMDB_API_URL: `${site.url}/3` };
  const server = await startServer({ env });
  const client = await server.introduce(ann);
  await askBeforeEmbeds(client);
  // stores the preview of a short link that redirects to the sign-in page of its service
  const finalUrl = 'https://www.tiktok.com/login?next=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F12345678';
  const url = 'https://vm.tiktok.com/ZMabc/';
  const short = { url, finalUrl, state: 'skip', expiresAt: Date.now() + 3_600_000 } as const;
  server.app.db.insert(previews).values(short).run();
  for (const content of [
    `${site.url}/ramen #links`,
    `${site.url}/gone #links`,
    'https://www.imdb.com/title/tt0133093/ #links',
    'https://youtu.be/dQw4w9WgXcQ #links',
    'https://www.instagram.com/p/CuN1a2B3/ #links',
    `${short.url} #links`,
    'https://x.com/jack/status/20 #links',
  ])
    await client.post('/api/messages', { content });
  return { site, server, client };
}

export async function goToAllTexts(page: Page) {
  await page.getByRole('link', { name: 'All Texts' }).filter({ visible: true }).first().click();
  await page.waitForURL('**/all-texts');
}

export async function interceptForeign(page: Page, ownOrigin: string): Promise<string[]> {
  const requested: string[] = [];
  await page.route(
    (url) => url.origin !== ownOrigin,
    (route) => {
      requested.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Theirs</title><p>A post</p>' });
    },
  );
  return requested;
}
