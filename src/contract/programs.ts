import * as z from 'zod/mini';
import { objectOf, sample } from './example';
import { tokenInput } from './tokens';

const text = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(2000, missing));

/** RFC 6749, 7636 and 8707. */
const request = {
  client_id: sample(text('The program has not said who it is.'), 'https://assistant.example/client.json'),
  redirect_uri: sample(text('The program has not said where to return.'), 'https://assistant.example/back'),
  response_type: sample(z.literal('code', 'This kind of answer is not known here.'), 'code'),
  code_challenge: sample(
    z
      .string('The program does not use PKCE.')
      .check(z.regex(/^[\w-]{43}$/, 'The program does not use PKCE.')),
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  code_challenge_method: sample(z.literal('S256', 'The program does not use S256 of PKCE.'), 'S256'),
  state: sample(z.optional(z.string().check(z.maxLength(4000))), 'af0ifjsldkj'),
  scope: sample(z.optional(z.string().check(z.maxLength(1000))), 'read write'),
  resource: sample(z.optional(z.string().check(z.maxLength(2000))), 'https://tagline.example/mcp'),
};

export const programRequest = objectOf(request);
export type ProgramRequest = z.infer<typeof programRequest>;

export const PROGRAM_SCOPES = ['read', 'write'] as const;
const granted = z.enum(PROGRAM_SCOPES, 'A program may read, or read and write.');

export const allowProgramInput = objectOf({
  ...request,
  granted: sample(granted, 'read'),
  boards: sample(tokenInput.shape.boards, ['inbox']),
});
export type AllowProgramInput = z.infer<typeof allowProgramInput>;

export const askingProgram = objectOf(
  {
    name: sample(z.string(), 'Assistant'),
    host: sample(z.string(), 'assistant.example'),
    asked: sample(granted, 'write'),
    denyTo: sample(z.string(), 'https://assistant.example/back?error=access_denied'),
  },
  'A program that asks to act in the name of the caller.',
);

export const allowedProgram = objectOf({
  redirectTo: sample(z.string(), 'https://assistant.example/back?code=...'),
});
