import { cache, client } from '../product/trpc';

/** Ignores a failure, because the next visit tries again (docs/product/people.md: Time zones). */
export async function tellTimeZone(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  const saved = await client.users.setTimeZone.mutate({ timeZone, unlessSet: true }).catch(() => null);
  if (saved) cache.users.profile.setData(undefined, saved);
}
