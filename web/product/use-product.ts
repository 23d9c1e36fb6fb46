import type { Product } from '../../src/contract/product';
import { trpc } from './trpc';

type KnownProduct = Omit<Product, 'gateway'>;

const UNKNOWN: KnownProduct = {
  name: 'Tagline',
  phoneNumber: '',
  url: '',
  signUp: 'open',
  signInByText: false,
  passkeys: false,
  provider: null,
  mail: false,
  embeds: 'ask',
  copiesDays: null,
  simulatorUrl: null,
  testPhones: [],
  demo: false,
};

/** Returns defaults if these facts could not be loaded. */
export function useProduct(): KnownProduct {
  return trpc.product.get.useQuery(undefined, { staleTime: 'static' }).data ?? UNKNOWN;
}
