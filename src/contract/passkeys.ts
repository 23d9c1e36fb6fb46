import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { doneWith } from './text';

export const PASSKEYS_MAX = 20;

const INCOMPLETE = 'The answer of the passkey is not complete.';
/** Bytes in base64url. An answer with an attestation has about a thousand characters. */
const base64url = z.string(INCOMPLETE).check(z.regex(/^[\w-]{1,20000}$/, INCOMPLETE));
const optionalBase64url = z.optional(z.nullable(base64url));

const credential = {
  id: sample(base64url, 'kR2v'),
  rawId: sample(base64url, 'kR2v'),
  type: sample(z.literal('public-key', INCOMPLETE), 'public-key'),
};

/** Options for `navigator.credentials`, in the JSON form of WebAuthn (level 3, 5.1.8 and 5.1.9). */
const options = z.object({ challenge: z.string(), rpId: z.optional(z.string()) });

export const creationOptions = withExample(
  z.looseObject({
    ...options.shape,
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  }),
  {
    challenge: 'Uy8b2mZ0Q1c',
    rp: { id: 'notes.example.com', name: 'Tagline' },
    user: { id: 'MQ', name: '(202) 555-0111', displayName: 'Ann Lee' },
  },
);

export const requestOptions = withExample(z.looseObject(options.shape), {
  challenge: 'Uy8b2mZ0Q1c',
  rpId: 'notes.example.com',
  userVerification: 'required',
});

export const passkeyInput = objectOf(
  {
    ...credential,
    response: z.object({
      clientDataJSON: sample(base64url, 'eyJ0'),
      attestationObject: sample(base64url, 'o2Nm'),
      transports: sample(z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))), [
        'internal',
      ]),
    }),
  },
  "The browser's answer with a new passkey (RegistrationResponseJSON of WebAuthn).",
);
export type PasskeyInput = z.infer<typeof passkeyInput>;

export const passkeySignInInput = objectOf(
  {
    ...credential,
    response: z.object({
      clientDataJSON: sample(base64url, 'eyJ0'),
      authenticatorData: sample(base64url, 'SZYN'),
      signature: sample(base64url, 'MEUC'),
      userHandle: sample(optionalBase64url, 'MQ'),
    }),
  },
  "The browser's answer with a signed challenge (AuthenticationResponseJSON of WebAuthn).",
);
export type PasskeySignInInput = z.infer<typeof passkeySignInInput>;

export const passkey = objectOf(
  {
    id: sample(z.number(), 4),
    browser: sample(z.nullable(z.string()), 'Safari'),
    system: sample(z.nullable(z.string()), 'iPhone'),
    synced: sample(z.boolean(), true),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    lastUsedAt: sample(z.nullable(z.string()), '2026-02-03T08:30:00.000Z'),
  },
  "A passkey of the caller. `browser` and `system` describe the device that added the passkey. They are null if not known. `synced` is true if the person's other devices have the passkey, too.",
);
export type Passkey = z.infer<typeof passkey>;

export const passkeyRemoved = doneWith('The passkey is removed.');

export const accountLogEntry = objectOf(
  {
    at: sample(z.string(), '2026-02-03T08:30:00.000Z'),
    text: sample(z.string(), 'A passkey was added with Safari on iPhone.'),
  },
  "An entry of the caller's account log, as a sentence.",
);
export type AccountLogEntry = z.infer<typeof accountLogEntry>;
