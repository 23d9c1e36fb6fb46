import * as z from 'zod/mini';
import { withExample } from './example';
import { GATEWAYS } from './gateways';

export const gatewayKind = z.enum(GATEWAYS);

export const embedsMode = z.enum(['show', 'ask']);

export const product = withExample(
  z.object({
    name: z.string(),
    phoneNumber: z.string(),
    gateway: gatewayKind,
    url: z.string(),
    signInByText: z.boolean(),
    passkeys: z.boolean(),
    embeds: embedsMode,
    simulatorUrl: z.nullable(z.string()),
  }),
  {
    name: 'Tagline',
    phoneNumber: '+12025550100',
    gateway: 'simulator',
    url: 'http://localhost:3000',
    signInByText: false,
    passkeys: true,
    embeds: 'show',
    simulatorUrl: 'http://localhost:3001',
  },
  'Facts about this server that everybody may read without a session. `url`: address of the web app, without a trailing slash. `signInByText`: true if people can sign in by texting this server. `passkeys`: true if people can sign in with passkeys. Browsers offer passkeys only at https addresses and at localhost. `embeds`: `ask` if embedded posts of other sites are shown only after a click. `show` if they are shown at once. `simulatorUrl`: address of the phone simulator, without a trailing slash. Null if this server uses another gateway.',
);
export type Product = z.infer<typeof product>;
