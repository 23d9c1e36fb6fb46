import * as z from 'zod/mini';
import { verifyAnswer } from './auth';
import { exampleOf, objectOf, sample, withExample } from './example';
import { doneWith } from './text';

const WRONG = "The provider's answer is not complete.";
const parameter = z.string(WRONG).check(z.maxLength(4000, WRONG));

export const providerStarted = withExample(z.object({ url: z.string() }), {
  url: 'https://auth.example.org/authorize?client_id=tagline',
});

export const providerAnswer = withExample(
  z.object({
    state: parameter,
    code: z.optional(parameter),
    iss: z.optional(parameter),
    error: z.optional(parameter),
  }),
  { state: 'af0ifjsldkj', code: 'SplxlOBeZQQYbYS6WxSbIA' },
  'What the provider has put into the address to which it sent the browser back.',
);
export type ProviderAnswer = z.infer<typeof providerAnswer>;

export const providerFinished = withExample(
  z.object({ signedIn: z.nullable(verifyAnswer), unconnected: z.nullable(z.string()) }),
  { signedIn: exampleOf(verifyAnswer) as z.input<typeof verifyAnswer>, unconnected: null },
  '`signedIn` is the answer to a sign-in. It is null if the person is connected to no account yet: then `unconnected` is what the provider calls the person, and a code that is verified with `connect` connects the account.',
);

export const identity = objectOf({
  provider: sample(z.string(), 'Authelia'),
  name: sample(z.string(), 'ann@example.org'),
  createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  lastUsedAt: sample(z.string(), '2026-02-03T08:30:00.000Z'),
});
export type Identity = z.infer<typeof identity>;

export const identityAnswer = z.object({ identity: z.nullable(identity) });
export const identityRemoved = doneWith('Signing in with Authelia is removed.');
