import { type ComponentProps, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Address, readablePath, readSearch, toHref } from './addresses';
import type { AppLocation, EntryOptions } from './router';
import { useRouter } from './use-router';

/**
 * Time that the pointer or the focus must rest on a link before the code of its screen is fetched, in
 * milliseconds.
 */
const PRELOAD_MS = 50;

type Props = Address & EntryOptions & Omit<ComponentProps<'a'>, 'href' | 'target'>;

/**
 * Link to a screen of the app. The link is marked as current while its own screen is open, or a screen whose
 * path is below the link's path. The URL of the page must also have all search parameters of the link.
 */
export function Link({ to, params, search, hash, state, replace, ...props }: Props) {
  const { onClick, onFocus, onBlur, onMouseEnter, onMouseLeave, onTouchStart, ...rest } = props;
  const router = useRouter();
  const href = toHref({ to, params, search, hash } as Address);
  const isActive = useSyncExternalStore(router.subscribe, () => leadsTo(href, router.location));
  const timer = useRef<Timer>(undefined);
  const stop = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => stop, [stop]);

  const preload = () => router.preload(href);
  const preloadSoon = () => {
    stop();
    timer.current = setTimeout(preload, PRELOAD_MS);
  };
  return (
    <a
      {...(isActive && { 'data-status': 'active', 'aria-current': 'page' })}
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event;
        if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
        event.preventDefault();
        stop();
        void router.navigate({ href, state, replace });
      }}
      onFocus={both(onFocus, preloadSoon)}
      onBlur={both(onBlur, stop)}
      onMouseEnter={both(onMouseEnter, preloadSoon)}
      onMouseLeave={both(onMouseLeave, stop)}
      onTouchStart={both(onTouchStart, preload)}
    />
  );
}

/**
 * Returns true if a link leads to the page at a location, or to a page whose path is above the path of that
 * page.
 */
function leadsTo(href: string, { pathname, search }: AppLocation): boolean {
  const [path = '', query = ''] = href.replace(/#.*/, '').split('?');
  const own = readablePath(path);
  return (
    (pathname === own || (own !== '/' && pathname.startsWith(`${own}/`))) &&
    Object.entries(readSearch(query)).every(([name, value]) => search[name] === value)
  );
}

const both =
  <E,>(first: ((event: E) => void) | undefined, second: () => void) =>
  (event: E) => {
    first?.(event);
    second();
  };
