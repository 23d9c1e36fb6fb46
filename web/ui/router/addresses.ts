import type { SignInByText } from '../../../src/contract/auth';
import type { SharedPhotos } from '../../../src/contract/share';

type NoSearch = Record<never, never>;

/** Path of each screen, and its search parameters. A segment that begins with `$` is a parameter. */
type Screens = {
  '/': NoSearch;
  '/login': NoSearch;
  '/setup': { again?: true };
  '/join/$code': NoSearch;
  '/in/$token': NoSearch;
  '/texting': NoSearch;
  '/phone': { number?: string; text?: string };
  '/all-texts': NoSearch;
  '/thread/$id': NoSearch;
  '/tag/$tag': NoSearch;
  '/tag/private/$tag': NoSearch;
  '/tag/shared/$boardName': NoSearch;
  '/search': { q?: string; board?: string };
  '/add': { text?: string; photos?: SharedPhotos };
  '/profile': NoSearch;
  '/reminders': NoSearch;
  '/notifications': NoSearch;
  '/admin': NoSearch;
};

export type Path = keyof Screens;

type ParamIn<P extends string> = P extends `${string}$${infer Name}` ? Name : never;

/** Name of a parameter of any path. */
export type Param = ParamIn<Path>;

/** A screen of the app, by its path. */
export type Address<P extends Path = Path> = P extends Path
  ? {
      to: P;
      search?: Screens[P];
      /** Fragment of the URL, without the `#`. */
      hash?: string;
    } & ([ParamIn<P>] extends [never] ? { params?: undefined } : { params: Record<ParamIn<P>, string> })
  : never;

declare module '@tanstack/history' {
  interface HistoryState {
    /** The path that a signed-out visitor wanted to open. The app opens it after the sign-in. */
    next?: string;
    /**
     * True for the extra history entry that a dialog adds on the first page of a visit
     * (ui/use-close-on-back.ts).
     */
    entered?: boolean;
    /**
     * The phone number to which a verification code was sent. The number survives a reload of the sign-in
     * screen.
     */
    codeSentTo?: string;
    /** Time at which the verification code was requested, in milliseconds since 1970. */
    codeAskedAt?: number;
    /**
     * The phrase that signs this browser in when it is texted, and the number to text it from. They survive a
     * reload.
     */
    signInByText?: { from: string; shown: SignInByText };
  }
}

/** Returns the URL of a screen without its origin. Search parameters that are undefined are left out. */
export function toHref({ to, params, search = {}, hash }: Address): string {
  const values: Record<string, string> = params ?? {};
  const path = to.replace(/\$(\w+)/, (_, name) => encodeURIComponent(values[name]!));
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${path}${query && `?${query}`}${hash ? `#${hash}` : ''}`;
}

/** Reads the query string of a URL. If a parameter occurs twice, the last value counts. */
export const readSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

/**
 * Finds the screen at a URL's path. Returns the screen's own path and the values of its parameters, or
 * undefined if there is no such screen. Ignores a slash at the end. Distinguishes upper and lower case only
 * in parameters.
 */
export function matchPath<P extends string>(paths: readonly P[], pathname: string) {
  const given = toSegments(pathname);
  for (const path of paths) {
    const segments = toSegments(path);
    if (segments.length !== given.length) continue;
    const params: Partial<Record<Param, string>> = {};
    const matches = segments.every((segment, index) => {
      if (!segment.startsWith('$')) return segment === given[index]!.toLowerCase();
      params[segment.slice(1) as Param] = decoded(given[index]!, decodeURIComponent);
      return true;
    });
    if (matches) return { path, params };
  }
  return undefined;
}

/** Returns a URL's path without percent-encoding, or unchanged if the encoding is wrong. */
export const readablePath = (pathname: string): string => decoded(pathname, decodeURI);

const toSegments = (path: string) => path.replace(/\/$/, '').split('/');

function decoded(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}
