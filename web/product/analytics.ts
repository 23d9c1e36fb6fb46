import type { Profile } from '../../src/contract/users';
import { queryClient } from './query-client';

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

const TRIES = 100;
const TRY_MS = 100;

const EVENTS: Record<string, Partial<Record<string, string>>> = {
  'auth.login': { pending: 'login_attempt', success: 'code_sent', error: 'login_failed' },
  'auth.verify': { success: 'login_success', error: 'login_failed' },
  'messages.add': { success: 'message_created' },
};

const ACCOUNT = { id: 'standard', plan: 'standard', status: 'active' };

export function startAnalytics(scriptUrl: string): void {
  const script = document.createElement('script');
  script.src = scriptUrl;
  script.async = true;
  document.head.append(script);

  const ready = pollUntilFound(() => window.pendo);
  const callTracker = (call: (tracker: Tracker) => void) =>
    void ready.then((tracker) => tracker && call(tracker)).catch(() => {}); // ignores errors of the tracker

  let lastIdentity: Identity | undefined;
  const onProfile = (profile: Profile | undefined) => {
    if (!profile) return;
    const identity = toIdentity(profile);
    const before = lastIdentity;
    if (JSON.stringify(before) === JSON.stringify(identity)) return;
    lastIdentity = identity;
    const samePerson = before?.visitor.id === identity.visitor.id;
    callTracker((tracker) => (samePerson ? tracker.updateOptions(identity) : tracker.identify(identity)));
  };

  callTracker((tracker) => tracker.initialize({ account: ACCOUNT }));
  const queries = queryClient.getQueryCache();
  for (const query of queries.getAll()) if (isProfile(query)) onProfile(query.state.data as Profile);
  queries.subscribe(({ type, query }) => {
    if (type === 'updated' && isProfile(query)) onProfile(query.state.data as Profile | undefined);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    // ignores the second of two events: a mutation that has `onMutate` becomes pending twice, and the second
    // time its context is the result of `onMutate`
    if (event.action.type === 'pending' && event.action.context !== undefined) return;
    const name = eventOf(procedureOf(event.mutation.options.mutationKey), event.action);
    if (name) callTracker((tracker) => tracker.track(name));
  });
}

function eventOf(procedure: string, { type, ...action }: { type: string; data?: unknown }) {
  const user = (action.data as { user?: unknown } | undefined)?.user;
  if (procedure === 'auth.login' && user) return EVENTS['auth.verify']?.[type];
  return EVENTS[procedure]?.[type];
}

export async function pollUntilFound<T>(look: () => T | undefined, everyMs = TRY_MS): Promise<T | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return null;
}

export const toIdentity = (profile: Profile) => ({
  visitor: {
    id: visitorId(profile),
    userId: String(profile.id),
    firstName: profile.firstName,
    lastName: profile.lastName,
    displayName: profile.displayName,
    phoneNumber: profile.phoneNumber,
    email: '', // the tracker expects the field, but people are not asked for an email address
    createdAt: profile.createdAt,
  },
  account: ACCOUNT,
});

export const visitorId = ({ id, phoneNumber }: Pick<Profile, 'id' | 'phoneNumber'>): string => {
  if (!phoneNumber) return String(id);
  return phoneNumber.startsWith('+') ? phoneNumber : `+1${phoneNumber}`;
};

const procedureOf = (key: readonly unknown[] | undefined): string =>
  ([key?.[0]].flat() as string[]).join('.');

const isProfile = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  procedureOf(queryKey) === 'users.profile';
