import type { Product } from '../../src/contract/product';
import { trpc } from './trpc';

/** Facts about the server that the web app shows. The web app never uses the name of the SMS gateway. */
type KnownProduct = Omit<Product, 'gateway'>;

const UNKNOWN: KnownProduct = {
  name: 'Tagline',
  phoneNumber: '',
  url: '',
  signInByText: false,
  passkeys: false,
  embeds: 'ask',
  simulatorUrl: null,
};

/**
 * Returns the name of the product, the phone number that people text, and the addresses of the server and its
 * phone simulator. Returns defaults if these facts could not be loaded. The first screen waits for the facts
 * (first-screen.ts).
 */
export function useProduct(): KnownProduct {
  return trpc.product.get.useQuery(undefined, { staleTime: 'static' }).data ?? UNKNOWN;
}
