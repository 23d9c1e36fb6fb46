import type { Product } from '../../src/contract/product';
import type { Profile } from '../../src/contract/users';
import { cache, trpc } from './trpc';
import { useProduct } from './use-product';

export type Asker = 'server' | 'browser' | 'person';

/** As long as the profile is not loaded, returns `person`, because the choice of the person is not known. */
export function findAsker(
  { embeds }: Pick<Product, 'embeds'>,
  profile: Pick<Profile, 'asksBeforeEmbeds'> | undefined,
): Asker | null {
  if (embeds === 'ask') return 'server';
  if (browserAsks(navigator as BrowserPreferences)) return 'browser';
  return profile?.asksBeforeEmbeds === false ? null : 'person';
}

type BrowserPreferences = { globalPrivacyControl?: boolean; connection?: { saveData?: boolean } };

const browserAsks = (browser: BrowserPreferences) =>
  browser.globalPrivacyControl === true || browser.connection?.saveData === true;

export function useAsker(): Asker | null {
  const product = useProduct();
  return findAsker(product, trpc.users.profile.useQuery().data);
}

export const cachedAsker = (): Asker | null =>
  findAsker(cache.product.get.getData() ?? { embeds: 'ask' }, cache.users.profile.getData());
