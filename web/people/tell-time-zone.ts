import { cache, client } from '../product/trpc';

/**
 * Tells the server the time zone of this browser, if the server has stored none for the person
 * (docs/product.md: Time zones). Ignores a failure, because the next visit tries again.
 */
export async function tellTimeZone(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  const saved = await client.users.setTimeZone.mutate({ timeZone, unlessSet: true }).catch(() => null);
  if (saved) cache.users.profile.setData(undefined, saved);
}
