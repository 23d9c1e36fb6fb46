import type { Product } from '../../src/contract/product';
import { trpc } from './trpc';

const UNKNOWN: Product = {
  name: 'Tagline',
  phoneNumber: '',
  gateway: 'twilio',
  url: '',
  signInByText: false,
  embeds: 'ask',
  simulatorUrl: null,
};

/**
 * Returns the name of the product, the phone number that people text, and the addresses of the server and its
 * phone simulator. Returns defaults if they could not be loaded. The first screen waits for them
 * (first-screen.ts).
 */
export function useProduct(): Product {
  return trpc.product.get.useQuery(undefined, { staleTime: 'static' }).data ?? UNKNOWN;
}
