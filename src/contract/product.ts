import * as z from 'zod/mini';
import { withExample } from './example';

export const gatewayKind = z.enum(['twilio', 'simulator']);
export type GatewayKind = z.infer<typeof gatewayKind>;

/** Facts about this server that everybody may read without a session. */
export const product = withExample(
  z.object({ name: z.string(), phoneNumber: z.string(), gateway: gatewayKind }),
  { name: 'Tagline', phoneNumber: '+12025550100', gateway: 'simulator' },
);
export type Product = z.infer<typeof product>;
