import { expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { LoadMore } from '../../web/messages/feed/MessageList';

/** A window in which the end of the list is always in sight. */
function seeTheEnd() {
  const before = globalThis.IntersectionObserver;
  class AtTheEnd {
    constructor(private seen: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.seen([{ isIntersecting: true }]);
    disconnect = () => {};
  }
  Object.assign(globalThis, { IntersectionObserver: AtTheEnd });
  return {
    [Symbol.dispose]() {
      cleanup();
      Object.assign(globalThis, { IntersectionObserver: before });
    },
  };
}

test('a page that could not be had is not asked for again and again, but by the button and once the line is back', () => {
  using _ = seeTheEnd();
  let asked = 0;
  const more = (state: { busy: boolean; failed: boolean }) => (
    <MantineProvider env="test">
      <LoadMore {...state} onReached={() => asked++} />
    </MantineProvider>
  );
  const { rerender } = render(more({ busy: false, failed: false }));
  expect(asked).toBe(1);
  rerender(more({ busy: true, failed: false }));
  rerender(more({ busy: false, failed: true }));
  expect(asked).toBe(1);
  screen.getByRole('button', { name: 'Load more' }).click();
  expect(asked).toBe(2);
  rerender(more({ busy: true, failed: true }));
  rerender(more({ busy: false, failed: true }));
  expect(asked).toBe(2);
  rerender(more({ busy: false, failed: false }));
  expect(asked).toBe(3);
});
