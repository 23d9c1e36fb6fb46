import type { Product } from '../../src/contract/product';
import { trpc } from './trpc';

const UNKNOWN: Product = { name: 'Tagline', phoneNumber: '', gateway: 'twilio' };

/** Returns the product's name, the phone number that people text, and the SMS gateway. The first screen waits for it (first-screen.ts). */
export function useProduct(): Product {
  return trpc.product.get.useQuery(undefined, { staleTime: 'static' }).data ?? UNKNOWN;
}
