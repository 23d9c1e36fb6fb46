import type { Product } from '../../src/contract/product';
import type { Profile } from '../../src/contract/users';
import { cache, trpc } from './trpc';
import { useProduct } from './use-product';

/** The one who has decided that posts of other sites are fetched only after a click. */
export type Asker = 'server' | 'browser' | 'person';

/**
 * Returns who decided that posts of other sites are fetched only after a click, or null if they are fetched
 * without a click (docs/product.md: Posts of other sites). As long as the profile is not loaded, returns
 * `person`, because the choice of the person is not known.
 */
export function findAsker(
  { embeds }: Pick<Product, 'embeds'>,
  profile: Pick<Profile, 'asksBeforeEmbeds'> | undefined,
): Asker | null {
  if (embeds === 'ask') return 'server';
  if (browserAsks(navigator as BrowserPreferences)) return 'browser';
  return profile?.asksBeforeEmbeds === false ? null : 'person';
}

/** Properties that some browsers have. TypeScript does not know them. */
type BrowserPreferences = { globalPrivacyControl?: boolean; connection?: { saveData?: boolean } };

/** Returns true if the browser asks sites not to share data (Global Privacy Control), or to save data. */
const browserAsks = (browser: BrowserPreferences) =>
  browser.globalPrivacyControl === true || browser.connection?.saveData === true;

export function useAsker(): Asker | null {
  const product = useProduct();
  return findAsker(product, trpc.users.profile.useQuery().data);
}

/**
 * Returns the same as `useAsker()`, but from the cache, for code outside of components. Returns `server` if
 * the cache has no answer of `product.get`.
 */
export const cachedAsker = (): Asker | null =>
  findAsker(cache.product.get.getData() ?? { embeds: 'ask' }, cache.users.profile.getData());
