import type { Profile } from '../../src/contract/users';
import { queryClient } from './query-client';

/**
 * The visitor tracker of spec 3 and 4, for a server with ANALYTICS_SCRIPT_URL: a script that provides these four
 * calls as `window.pendo`, as Pendo's agent does.
 */
export type Tracker = {
  initialize(who: Partial<Identity>): void;
  identify(who: Identity): void;
  updateOptions(who: Identity): void;
  track(event: string): void;
};

type Identity = ReturnType<typeof toIdentity>;

declare global {
  interface Window {
    pendo?: Tracker;
  }
}

/** Spec 9: awaited up to 10 s. */
const TRIES = 100;
const TRY_MS = 100;

/** What is told of which call, by what becomes of it. The calls know nothing of it, so none can forget it. */
const EVENTS: Record<string, Partial<Record<string, string>>> = {
  'auth.login': { pending: 'login_attempt', success: 'code_sent', error: 'login_failed' },
  'auth.verify': { success: 'login_success', error: 'login_failed' },
  'messages.add': { success: 'message_created' },
};

const ACCOUNT = { id: 'standard', plan: 'standard', status: 'active' };

/** Loads the script and tells it who is here and what they do. Nothing waits for it, and if it never comes nothing is lost. */
export function startAnalytics(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);

  const ready = pollUntilFound(() => window.pendo);
  const tell = (say: (tracker: Tracker) => void) =>
    void ready.then((tracker) => tracker && say(tracker)).catch(() => {}); // its faults are not ours

  let known: Identity | undefined;
  const meet = (profile: Profile | undefined) => {
    if (!profile) return;
    const who = toIdentity(profile);
    const before = known;
    if (JSON.stringify(before) === JSON.stringify(who)) return;
    known = who;
    tell((tracker) =>
      before?.visitor.id === who.visitor.id ? tracker.updateOptions(who) : tracker.identify(who),
    );
  };

  tell((tracker) => tracker.initialize({ account: ACCOUNT }));
  const queries = queryClient.getQueryCache();
  for (const query of queries.getAll()) if (isProfile(query)) meet(query.state.data as Profile);
  queries.subscribe(({ type, query }) => {
    if (type === 'updated' && isProfile(query)) meet(query.state.data as Profile | undefined);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const name = EVENTS[nameOf(event.mutation.options.mutationKey)]?.[event.action.type];
    if (name) tell((tracker) => tracker.track(name));
  });
}

/** What `look` finds at last; null when it has found nothing so often. */
export async function pollUntilFound<T>(look: () => T | undefined, everyMs = TRY_MS): Promise<T | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return null;
}

/** Only of people who are signed in. The plan is the same for all (spec 3). */
export const toIdentity = (profile: Profile) => ({
  visitor: {
    id: visitorId(profile),
    userId: String(profile.id),
    firstName: profile.firstName,
    lastName: profile.lastName,
    displayName: profile.displayName,
    phoneNumber: profile.phoneNumber,
  },
  account: ACCOUNT,
});

/** The phone number, with +1 where it has no prefix, else the user's id (spec 3). */
export const visitorId = ({ id, phoneNumber }: Pick<Profile, 'id' | 'phoneNumber'>): string => {
  if (!phoneNumber) return String(id);
  return phoneNumber.startsWith('+') ? phoneNumber : `+1${phoneNumber}`;
};

/** tRPC's keys begin with the procedure's path, in parts. */
const nameOf = (key: readonly unknown[] | undefined): string => ([key?.[0]].flat() as string[]).join('.');

const isProfile = ({ queryKey }: { queryKey: readonly unknown[] }) => nameOf(queryKey) === 'users.profile';
