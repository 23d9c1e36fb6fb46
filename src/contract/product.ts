import * as z from 'zod/mini';

export const gatewayKind = z.enum(['twilio', 'simulator']);
export type GatewayKind = z.infer<typeof gatewayKind>;

/** GET /api/product: what anyone may know about this server before signing in. */
export const product = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  gateway: gatewayKind,
});
export type Product = z.infer<typeof product>;
