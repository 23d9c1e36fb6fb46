import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ConfigError } from '../errors';
import { type Env, readSettings, setting, text } from './settings';

const ISSUER_ERROR =
  'must be the address of an identity provider as it names itself, by https (by http only in your own network)';
const CLAIM_ERROR = 'must be a claim and its value, such as groups:tagline-admins';
/** A claim may be an address itself, as at Auth0. */
const CLAIM = /^((?:https?:\/\/)?[^:]+):(.+)$/;

export const OIDC_SETTINGS = {
  OIDC_ISSUER: setting(
    z
      .url({ protocol: /^https?$/, error: ISSUER_ERROR })
      .transform((url) => new URL(url))
      .refine((url) => url.protocol === 'https:' || isOwnNetwork(hostOf(url)), ISSUER_ERROR)
      .refine(({ search, hash }) => search + hash === '', ISSUER_ERROR)
      .optional(),
    'none',
    'identity provider that people may sign in with (OpenID Connect), such as `https://auth.example.org` ([Signing in with a provider](product/provider.md))',
  ),
  OIDC_CLIENT_ID: setting(text, 'none', 'name of this server at the provider'),
  OIDC_CLIENT_SECRET: setting(text, 'none: a public client', 'secret of this server at the provider', {
    secret: true,
  }),
  OIDC_NAME: setting(
    z.string().max(40, 'can have at most 40 characters').optional(),
    "the issuer's host",
    'name of the provider on the button',
  ),
  OIDC_SCOPES: setting(
    z.string().default('openid profile phone'),
    'openid profile phone',
    'what the provider is asked to tell; add what it needs for the claim of operators, such as `groups`',
  ),
  OIDC_OPERATORS: setting(
    z.string().regex(CLAIM, CLAIM_ERROR).optional(),
    'none',
    'claim and value that make somebody an operator, such as `groups:tagline-admins`',
  ),
};

export type OidcConfig = NonNullable<ReturnType<typeof readOidc>>;

export function readOidc(env: Env) {
  const set = readSettings(OIDC_SETTINGS, env);
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = set;
  const needing = (['OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_OPERATORS'] as const).find((name) => set[name]);
  if (!issuer && !clientId && !needing) return null;
  if (!issuer) throw new ConfigError(`OIDC_ISSUER is missing: ${needing ?? 'OIDC_CLIENT_ID'} needs it.`);
  if (!clientId) throw new ConfigError('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it.');
  const [, claim = '', value = ''] = CLAIM.exec(set.OIDC_OPERATORS ?? '') ?? [];
  return {
    issuer,
    host: hostOf(issuer),
    clientId,
    clientSecret: set.OIDC_CLIENT_SECRET ?? null,
    name: set.OIDC_NAME ?? issuer.host,
    scopes: [...new Set(['openid', ...set.OIDC_SCOPES.split(/[\s,]+/)])].filter(Boolean).join(' '),
    operators: claim ? { claim, value } : null,
  };
}

/** What `users.operator_claim` has of operators. Another issuer or claim makes nobody one before the next sign-in. */
export const operatorClaimOf = ({ oidc }: { oidc: OidcConfig | null }): string | null =>
  oidc?.operators ? `${oidc.issuer.href} ${oidc.operators.claim}:${oidc.operators.value}` : null;

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

const isOwnNetwork = (host: string): boolean =>
  ipaddr.isValid(host)
    ? ipaddr.process(host).range() !== 'unicast'
    : !host.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(host);
