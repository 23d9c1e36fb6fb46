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
    /** The path that a signed-out visitor wanted to open. The app opens it after the sign-in. */
    next?: string;
    /** True for the extra entry that a dialog adds on the first page of a visit (ui/use-close-on-back.ts). */
    entered?: boolean;
    /** The phone number to which a verification code was sent. */
    codeSentTo?: string;
    /** Time at which the verification code was requested, in milliseconds since 1970. */
    codeAskedAt?: number;
    /** The phrase that signs this browser in when it is texted, and the number to text it from. */
    signInByText?: { from: string; shown: SignInByText };
  }
}

/** Returns the parameters in the path of the screen that is shown. */
export const useParams = () => useParamsOfRoute({ strict: false });

/** Returns the search parameters of the screen that is shown. */
export const useSearchParams = () => useSearch({ strict: false });

/** Returns true while the next screen is loading. */
export const useIsLoading = () => useRouterState({ select: ({ status }) => status === 'pending' });
