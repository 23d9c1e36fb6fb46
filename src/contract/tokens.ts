import * as z from 'zod/mini';
import { boardName } from './boards';
import { objectOf, sample, withExample } from './example';
import { TOKEN_BOARDS_MAX, TOKEN_NAME_MAX } from './limits';
import { boundedText, doneWith } from './text';

/** Scanners for leaked secrets find tokens by this prefix, and tell them from others by the checksum. */
export const TOKEN_PREFIX = 'tagline_pat_';
export const TOKEN_DAYS = 365;

/** Each scope also allows what the scopes before it allow (docs/product/tokens.md: Access tokens). */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const tokenScope = z.enum(TOKEN_SCOPES, `The scope must be one of ${TOKEN_SCOPES.join(', ')}.`);

export const tokenInput = withExample(
  z.object({
    name: z.pipe(
      z.string('Name the token.').check(z.trim(), z.minLength(1, 'Name the token.')),
      boundedText(TOKEN_NAME_MAX, `The name of a token can have at most ${TOKEN_NAME_MAX} characters.`),
    ),
    scope: tokenScope,
    expiresAt: z.optional(
      z.nullable(
        z.iso.datetime({
          offset: true,
          error: 'The expiry must be a time such as 2030-01-31T12:00:00Z, or null.',
        }),
      ),
    ),
    boards: z.optional(
      z.nullable(
        z
          .array(boardName)
          .check(
            z.minLength(1, 'Name at least one board.'),
            z.maxLength(TOKEN_BOARDS_MAX, `A token can be for at most ${TOKEN_BOARDS_MAX} boards.`),
          ),
      ),
    ),
  }),
  { name: 'Home Assistant', scope: 'write', expiresAt: '2030-01-31T12:00:00.000Z', boards: null },
  `A new access token. \`expiresAt\`: if missing, a year from now. If null, the token works until it is revoked. \`boards\`: the caller's tags of the boards to which the token is limited. If missing or null, it is limited to none.`,
);
export type TokenInput = z.infer<typeof tokenInput>;

const boards = z.nullable(z.array(z.string()));

export const createdToken = withExample(
  z.object({ id: z.int(), name: z.string(), scope: tokenScope, boards, token: z.string() }),
  { id: 3, name: 'Home Assistant', scope: 'write', boards: null, token: `${TOKEN_PREFIX}...` },
  'A token that was just made. No other answer contains the token itself.',
);
export type CreatedToken = z.infer<typeof createdToken>;

export const accessToken = objectOf(
  {
    id: sample(z.int(), 3),
    name: sample(z.string(), 'Home Assistant'),
    scope: sample(tokenScope, 'write'),
    boards: sample(boards, ['inbox']),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    expiresAt: sample(z.nullable(z.string()), '2030-01-31T12:00:00.000Z'),
    expired: sample(z.boolean(), false),
    lastUsedAt: sample(z.nullable(z.string()), '2026-02-03T08:30:00.000Z'),
    network: sample(z.nullable(z.string()), '198.51.•.•'),
    program: sample(z.nullable(z.string()), 'python-httpx'),
    oauth: sample(z.boolean(), false),
  },
  'An access token of the caller. `boards`: tags of the boards to which the token is limited, or null. `lastUsedAt`, `network` (the beginning of an IP address) and `program` describe the last use of the token. They are null if the token was never used, or if they are not known. `expired`: true if the token has expired. An expired token stays in the list until it is revoked.',
);
export type AccessToken = z.infer<typeof accessToken>;

export const tokenRevoked = doneWith('The token is revoked.');
