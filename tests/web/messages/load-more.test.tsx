import { expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { LoadMore } from '../../../web/messages/feed/MessageList';

function openAtTheEnd() {
  const before = globalThis.IntersectionObserver;
  class Intersecting {
    constructor(private report: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.report([{ isIntersecting: true }]);
    disconnect = () => {};
  }
  Object.assign(globalThis, { IntersectionObserver: Intersecting });
  let fetches = 0;
  const more = (state: { isFetching?: boolean; isFetchingNextPage?: boolean; error?: Error | null }) => (
    <MantineProvider env="test">
      <LoadMore
        pages={{
          hasNextPage: true,
          isFetching: false,
          isFetchingNextPage: false,
          error: null,
          fetchNextPage: () => fetches++,
          ...state,
        }}
      />
    </MantineProvider>
  );
  const { rerender } = render(<MantineProvider env="test" />);
  return {
    fetches: () => fetches,
    show: (state: Parameters<typeof more>[0] = {}) => rerender(more(state)),
    [Symbol.dispose]() {
      cleanup();
      Object.assign(globalThis, { IntersectionObserver: before });
    },
  };
}

const BUSY = { isFetching: true, isFetchingNextPage: true };
const FAILED = { error: new Error() };

test('a failed page is fetched again by the button or after a later success', () => {
  using list = openAtTheEnd();
  list.show();
  expect(list.fetches()).toBe(1);
  list.show(BUSY);
  list.show(FAILED);
  expect(list.fetches()).toBe(1);
  screen.getByRole('button', { name: 'Load more' }).click();
  expect(list.fetches()).toBe(2);
  list.show({ ...BUSY, ...FAILED });
  list.show(FAILED);
  expect(list.fetches()).toBe(2);
  list.show();
  expect(list.fetches()).toBe(3);
});

test('the next page is fetched once no poll of the list is under way any more', () => {
  using list = openAtTheEnd();
  for (const fetches of [1, 2]) {
    list.show({ isFetching: true }); // simulates a poll, which would cancel the fetch
    expect(list.fetches()).toBe(fetches - 1);
    list.show();
    expect(list.fetches()).toBe(fetches);
  }
});
