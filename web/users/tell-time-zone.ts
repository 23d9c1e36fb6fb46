import { cache, client } from '../product/trpc';

/**
 * Tells the server the time zone of this browser, if the server knows none of the person yet
 * (docs/product.md: Time zones). A failure is ignored, because the next visit tells it again.
 */
export async function tellTimeZone(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  const saved = await client.users.setTimeZone.mutate({ timeZone, unlessSet: true }).catch(() => null);
  if (saved) cache.users.profile.setData(undefined, saved);
}
