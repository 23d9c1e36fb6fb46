import type { Product } from '../../src/contract/product';
import { trpc } from './trpc';

const UNKNOWN: Product = { name: 'Tagline', phoneNumber: '', gateway: 'twilio' };

/** What the server calls itself and which number people text. Routes load it before any screen shows. */
export function useProduct(): Product {
  return trpc.product.get.useQuery(undefined, { staleTime: 'static' }).data ?? UNKNOWN;
}
