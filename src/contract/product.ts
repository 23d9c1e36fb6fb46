import * as z from 'zod/mini';
import { objectOf, sample } from './example';
import { GATEWAYS } from './gateways';

export const gatewayKind = z.enum(GATEWAYS);

export const embedsMode = z.enum(['show', 'ask']);

export const signUp = z.enum(['open', 'invited', 'closed']);

export const product = objectOf(
  {
    name: sample(z.string(), 'Tagline'),
    phoneNumber: sample(z.string(), '+12025550100'),
    gateway: sample(gatewayKind, 'simulator'),
    url: sample(z.string(), 'http://localhost:3000'),
    signUp: sample(signUp, 'open'),
    signInByText: sample(z.boolean(), false),
    passkeys: sample(z.boolean(), true),
    provider: sample(z.nullable(z.string()), 'Authelia'),
    mail: sample(z.boolean(), true),
    embeds: sample(embedsMode, 'show'),
    copiesDays: sample(z.nullable(z.number()), null),
    simulatorUrl: sample(z.nullable(z.string()), 'http://localhost:3001'),
    demo: sample(z.boolean(), false),
    testPhones: z.array(
      z.object({ phone: sample(z.string(), '+12025550122'), name: sample(z.string(), 'Bob') }),
    ),
  },
  'Facts about this server that everybody may read without a session. `url`: address of the web app, without a trailing slash. `signUp`: who may make an account: `open` if anybody may, `invited` if whoever was invited may, `closed` if only those may whom an operator has invited. `signInByText`: true if people can sign in by texting this server. `passkeys`: true if people can sign in with passkeys. Browsers offer passkeys only at https addresses and at localhost. `provider`: name of the identity provider that people can sign in with. Null if there is none. `mail`: true if notes can come by mail. `embeds`: `ask` if embedded posts of other sites are shown only after a click. `show` if they are shown at once. `copiesDays`: days for which copies of the database keep what was deleted. Null if none are made, apart from backups. `simulatorUrl`: address of the phone simulator, without a trailing slash. Null if this server uses another gateway. `testPhones`: numbers of the simulator to sign in with; none with another gateway. `demo`: true if everybody may try this server, for an hour.',
);
export type Product = z.infer<typeof product>;
