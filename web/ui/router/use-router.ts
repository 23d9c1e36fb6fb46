import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AppLocation, Router, Shown } from './router';

export const RouterContext = createContext<Router | undefined>(undefined);
export const ShownContext = createContext<Shown | undefined>(undefined);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('A component is outside of RouterContext.');
  return router;
}

/** Returns a function that opens a screen. It is the same function each time. */
export const useNavigate = () => useRouter().navigate;

/** Returns the location that the person wants to see. Its screen may still be loading. */
export function useLocation(): AppLocation {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, () => router.location);
}

/** Returns true while the next screen is loading. */
export function useIsLoading(): boolean {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, () => router.isLoading);
}

/** Returns the parameters in the path of the screen that is shown. */
export const useParams = (): Shown['params'] => useContext(ShownContext)?.params ?? {};

/** Returns the search parameters of the screen that is shown. */
export const useSearchParams = (): Record<string, string> => useContext(ShownContext)?.location.search ?? {};
