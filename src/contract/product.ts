import * as z from 'zod/mini';

/** GET /api/product: what anyone may know about this server before signing in. */
export const product = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  gateway: z.enum(['twilio', 'simulator']),
});
export type Product = z.infer<typeof product>;
