import type { Product } from '../../src/contract/product';
import { trpc } from './trpc';

const UNKNOWN: Product = {
  name: 'Tagline',
  phoneNumber: '',
  gateway: 'twilio',
  url: '',
  simulatorUrl: null,
};

/**
 * Returns the product's name, the phone number to which people text, and where the server and its phone
 * simulator are. Returns defaults if
 * they could not be loaded. The first screen waits for them (first-screen.ts).
 */
export function useProduct(): Product {
  return trpc.product.get.useQuery(undefined, { staleTime: 'static' }).data ?? UNKNOWN;
}
