import { expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { LoadMore } from '../../../web/messages/feed/MessageList';

function alwaysAtTheEnd() {
  const before = globalThis.IntersectionObserver;
  class Intersecting {
    constructor(private report: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.report([{ isIntersecting: true }]);
    disconnect = () => {};
  }
  Object.assign(globalThis, { IntersectionObserver: Intersecting });
  return {
    [Symbol.dispose]() {
      cleanup();
      Object.assign(globalThis, { IntersectionObserver: before });
    },
  };
}

test('a failed page is fetched again by the button or after a later success', () => {
  using _ = alwaysAtTheEnd();
  let fetches = 0;
  const more = ({ busy, failed }: { busy: boolean; failed: boolean }) => (
    <MantineProvider env="test">
      <LoadMore
        pages={{
          hasNextPage: true,
          isFetching: busy,
          isFetchingNextPage: busy,
          error: failed ? new Error() : null,
          fetchNextPage: () => fetches++,
        }}
      />
    </MantineProvider>
  );
  const { rerender } = render(more({ busy: false, failed: false }));
  expect(fetches).toBe(1);
  rerender(more({ busy: true, failed: false }));
  rerender(more({ busy: false, failed: true }));
  expect(fetches).toBe(1);
  screen.getByRole('button', { name: 'Load more' }).click();
  expect(fetches).toBe(2);
  rerender(more({ busy: true, failed: true }));
  rerender(more({ busy: false, failed: true }));
  expect(fetches).toBe(2);
  rerender(more({ busy: false, failed: false }));
  expect(fetches).toBe(3);
});

test('the next page is fetched once no poll of the list is under way any more', () => {
  using _ = alwaysAtTheEnd();
  let fetches = 0;
  const more = (fetching: boolean) => (
    <MantineProvider env="test">
      <LoadMore
        pages={{
          hasNextPage: true,
          isFetching: fetching,
          isFetchingNextPage: false,
          error: null,
          fetchNextPage: () => fetches++,
        }}
      />
    </MantineProvider>
  );
  const { rerender } = render(more(true));
  expect(fetches).toBe(0);
  rerender(more(false));
  expect(fetches).toBe(1);
  rerender(more(true)); // simulates a poll that cancels the fetch
  rerender(more(false));
  expect(fetches).toBe(2);
});
