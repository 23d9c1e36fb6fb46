import {
  type AnyRouter,
  useParams as useParamsOfRoute,
  useRouterState,
  useSearch,
} from '@tanstack/react-router';
import type { SignInByText } from '../../src/contract/auth';

export {
  type BlockerFn,
  CatchBoundary,
  type HistoryState,
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useRouter,
} from '@tanstack/react-router';

export type Router = AnyRouter;

declare module '@tanstack/react-router' {
  interface HistoryState {
    next?: string;
    /** True for the extra entry that a dialog adds on the first page of a visit (ui/use-close-on-back.ts). */
    entered?: boolean;
    codeSentTo?: string;
    /** In milliseconds since 1970. */
    codeAskedAt?: number;
    /** What the identity provider calls a person whose account it does not know yet. */
    unconnected?: string;
    /** Why the identity provider did not sign in. */
    refused?: string;
    signInByText?: { from: string; shown: SignInByText };
  }
}

export const useParams = () => useParamsOfRoute({ strict: false });

export const useSearchParams = () => useSearch({ strict: false });

export const useIsLoading = () => useRouterState({ select: ({ status }) => status === 'pending' });
