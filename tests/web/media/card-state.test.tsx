import { afterEach, expect, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Preview } from '../../../src/contract/previews';
import { useFirstCardState } from '../../../web/media/previews/use-preview';
import { queryClient } from '../../../web/product/query-client';
import { cache, client, trpc } from '../../../web/product/trpc';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <trpc.Provider client={client} queryClient={queryClient}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </trpc.Provider>
);
const stateOf = (content: string) => {
  const { result, unmount } = renderHook(() => useFirstCardState(content), { wrapper });
  unmount();
  return result.current;
};

const failed = { title: null, description: null, image: null, image_width: null, image_height: null };
const preview = (url: string, state: Partial<Preview>) =>
  cache.previews.get.setData(
    { url },
    { ...failed, url, site_name: null, skip: false, error: false, ...state },
  );

test('the state of a card follows its preview', async () => {
  preview('https://a.example/', { title: 'A' });
  preview('https://b.example/', { error: true });
  preview('https://vm.tiktok.com/Z/', { skip: true, url: 'https://www.tiktok.com/@a/video/12345678' });
  expect(stateOf('words')).toBe('none');
  expect(stateOf('https://a.example #x')).toBe('shown');
  expect(stateOf('https://b.example')).toBe('none');
  expect(stateOf('https://vm.tiktok.com/Z/')).toBe('shown');
  expect(stateOf('x.com/jack/status/20')).toBe('shown');
});

test('a film without details has the state of its plain preview', () => {
  const imdbId = 'tt0133093';
  const facts = { title: null, year: null, rating: null, genres: [] };
  const poster = { posterUrl: null, posterWidth: null, posterHeight: null };
  const movie = (skip: boolean) =>
    cache.previews.movie.setData({ imdbId }, { ...facts, ...poster, skip, error: false });
  const url = `https://www.imdb.com/title/${imdbId}/`;
  movie(false);
  expect(stateOf(url)).toBe('shown');
  movie(true);
  preview(url, { skip: true });
  expect(stateOf(url)).toBe('none');
  preview(url, { title: 'The Matrix' });
  expect(stateOf(url)).toBe('shown');
});

test('a card is loading until its preview has come or failed', async () => {
  const { result } = renderHook(() => useFirstCardState('https://c.example'), { wrapper });
  expect(result.current).toBe('loading');
  // the request fails, because tests refuse the network
  await waitFor(() => expect(result.current).toBe('none'));
});
