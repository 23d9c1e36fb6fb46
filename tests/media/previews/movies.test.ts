import { expect, spyOn, test } from 'bun:test';
import { readConfig } from '../../../src/app/config/config';
import type { Movie } from '../../../src/contract/previews';
import { findTitle } from '../../../src/outside/tmdb';
import { ann } from '../../support/cast';
import { DAY } from '../../support/clock';
import { colorPng } from '../../support/pictures';
import { testServer, until } from '../../support/server';
import { openSite } from '../../support/site';
import { testIn } from '../../support/test-in';
import { words } from '../../support/words';

const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const found = (name: 'movie_results' | 'tv_results', id: number) =>
  json({ movie_results: [], tv_results: [], [name]: [{ id }] });

async function openTmdb() {
  const site = await openSite({
    '/3/find/tt0133093?external_source=imdb_id&api_key=k3y': found('movie_results', 603),
    '/3/movie/603?api_key=k3y': json({
      title: 'The Matrix',
      release_date: '1999-03-31',
      vote_average: 8.246,
      vote_count: 26000,
      genres: ['Action', 'Science Fiction'].map((name, id) => ({ id, name })),
      poster_path: '/poster.jpg',
    }),
    '/3/find/tt0903747?external_source=imdb_id&api_key=k3y': found('tv_results', 1396),
    '/3/tv/1396?api_key=k3y': json({
      name: 'Breaking Bad',
      first_air_date: '2008-01-20',
      vote_count: 0,
      genres: [],
    }),
    '/3/find/tt9999999?external_source=imdb_id&api_key=k3y': json({ movie_results: [], tv_results: [] }),
    '/t/p/w500/poster.jpg': { headers: { 'content-type': 'image/jpeg' }, body: colorPng(500, 750) },
  });
  site.pages['/3/configuration?api_key=k3y'] = json({ images: { secure_base_url: `${site.url}/t/p/` } });
  const server = await testServer({ env: key(site.url) });
  return {
    site,
    server,
    movie: (id = 'tt0133093') => server.as(ann).get<Movie>(`/api/tmdb/movie/${id}`),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

const testMovie = testIn(openTmdb);

const key = (url: string, TMDB_API_KEY = 'k3y') => ({
  TMDB_API_KEY,
  TMDB_API_URL: `${url}/3`,
  PREVIEW_ALLOW: '127.0.0.1',
});

testMovie('a movie has title, year, rating, genres and our copy of its poster', async (tmdb) => {
  const { site, server, movie } = tmdb;
  const { status, body } = await movie();
  expect(status).toBe(200);
  expect(body).toEqual({
    title: 'The Matrix',
    year: 1999,
    rating: 8.2,
    genres: ['Action', 'Science Fiction'],
    posterUrl: expect.stringMatching(/^\/api\/previews\/images\/[\w-]{22}$/),
    posterWidth: 427,
    posterHeight: 640,
    skip: false,
    error: false,
  });
  expect((await server.as(ann).get(body.posterUrl!)).headers.get('content-type')).toBe('image/webp');
  expect((await movie()).body).toEqual(body);
  expect(site.asked).toHaveLength(4);
  expect((await server.stranger().get('/api/tmdb/movie/tt0133093')).status).toBe(401);
});

testMovie('a series is found like a movie; without votes it has no rating', async ({ movie }) => {
  expect((await movie('tt0903747')).body).toMatchObject({
    title: 'Breaking Bad',
    year: 2008,
    rating: null,
    posterUrl: null,
  });
});

testMovie('a movie is fetched as soon as a message links to it', async ({ site, server, movie }) => {
  await server.text(ann, 'Tonight https://www.imdb.com/title/tt0133093/?ref_=x #films');
  await until(() => site.asked.length === 4);
  await until(async () => (await movie()).body.title);
  expect(site.asked).toHaveLength(4);
});

testMovie('an unknown title is skipped, and so is every title without a key', async (tmdb) => {
  const { site, server } = tmdb;
  await using keyless = await testServer({ env: key(site.url, '') });
  for (const client of [keyless.as(ann), server.as(ann)])
    expect((await client.get<Movie>('/api/tmdb/movie/tt9999999')).body).toMatchObject({
      title: null,
      skip: true,
      error: false,
    });
  expect(site.asked).toHaveLength(1);
});

testMovie('while TMDB is down the stored movie is shown, else an error', async ({ site, server, movie }) => {
  const look = async () => (await movie()).body;
  const details = site.pages['/3/movie/603?api_key=k3y']!;
  site.pages['/3/movie/603?api_key=k3y'] = { status: 503 };
  expect(await look()).toMatchObject({ title: null, skip: false, error: true });
  site.pages['/3/movie/603?api_key=k3y'] = json({ title: 'x'.repeat(1024 * 1024) });
  expect(await look()).toMatchObject({ title: null, error: true });
  site.pages['/3/movie/603?api_key=k3y'] = details;
  const { title, posterUrl } = await look();
  expect(title).toBe('The Matrix');
  server.app.clock.advance(8 * DAY);
  // the address stays the same, because open pages load the poster from it
  expect((await look()).posterUrl).toBe(posterUrl);
  site.pages['/3/movie/603?api_key=k3y'] = { status: 503 };
  server.app.clock.advance(8 * DAY);
  expect((await look()).title).toBe('The Matrix');
});

test('a failure of TMDB is logged once, without the query of the address', async () => {
  await using site = await openSite({
    '/3/find/tt0133093?external_source=imdb_id&api_key=k3y': { status: 302, headers: { location: '/' } },
  });
  await using server = await testServer({ env: key(site.url) });
  const { app } = server;
  const warn = spyOn(app.log, 'warn').mockImplementation(() => {});
  const error = spyOn(app.log, 'error').mockImplementation(() => {});
  await server.text(ann, 'Tonight https://www.imdb.com/title/tt0133093/');
  for (const id of ['tt0133093', 'tt0133094']) await server.as(ann).get(`/api/tmdb/movie/${id}`);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).toContain('TMDB did not answer');
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/k3y|external_source/);
  expect(error).not.toHaveBeenCalled();
});

testMovie('a malformed IMDb id is refused and not sent to TMDB', async ({ site, movie }) => {
  for (const id of words`tt1 nm0133093 tt0133093x tt0133093%2F..%2F.. tt0133093%3Fapi_key=x %00 tt01330931234`)
    expect({ id, status: (await movie(id)).status }).toEqual({
      id,
      status: 400,
    });
  expect(site.asked).toEqual([]);
});

test('a token is sent in the header, not in the URL', async () => {
  await using site = await openSite({
    '/3/find/tt0133093?external_source=imdb_id': json({ movie_results: [] }),
  });
  await using server = await testServer({ env: key(site.url, 'eyJ.long.token') });
  expect((await server.as(ann).get<Movie>('/api/tmdb/movie/tt0133093')).body.skip).toBe(true);
  expect(site.asked).toEqual(['/3/find/tt0133093?external_source=imdb_id']);
});

test('the error of a failed call does not contain the key', async () => {
  await using site = await openSite({
    '/3/find/tt0133093?external_source=imdb_id&api_key=k3y': { status: 302, headers: { location: '/' } },
  });
  for (const url of [site.url, 'http://127.0.0.1:1']) {
    const failure = await findTitle(readConfig(key(url)), 'tt0133093').catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    const { message, stack } = failure as Error;
    expect(JSON.stringify({ ...failure, message, stack })).not.toContain('k3y');
  }
});
