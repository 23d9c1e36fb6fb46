import type { App } from '../../../app/app';
import { operatorClaimOf } from '../../../app/config/oidc';
import { mayText, toE164 } from '../../../app/phone';
import { shorten } from '../../../contract/text';
import { isOwnNumber } from '../../../outbox/lines';
import { providerOf } from '../../../outside/oidc/provider';
import type { Claims } from '../../../outside/oidc/sign-in';

const NAME_MAX = 100;

/** Who somebody is at the provider, as of one sign-in. */
export type Identified = {
  issuer: string;
  subject: string;
  name: string;
  session: string;
  /** A number that the provider has verified, and that we could text. */
  phone: string | null;
  operatorClaim: string | null;
};

export function toIdentified(app: App, claims: Claims): Identified {
  const { issuer, operators } = providerOf(app);
  const words = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const phone =
    claims.phone_number_verified === true ? toE164(words('phone_number'), app.config.defaultCountry) : null;
  const name = words('preferred_username') || words('email') || words('name') || words('sub');
  return {
    issuer: issuer.href,
    subject: words('sub'),
    name: shorten(name.replace(/\p{C}/gu, ''), NAME_MAX),
    session: words('sid'),
    phone: phone && mayText(phone, app.config.allowedCountries) && !isOwnNumber(app, phone) ? phone : null,
    operatorClaim:
      operators && [claimAt(claims, operators.claim)].flat().includes(operators.value)
        ? operatorClaimOf(app.config)
        : null,
  };
}

/** A path such as `realm_access.roles` leads into a claim. */
const claimAt = (claims: Claims, path: string): unknown =>
  path in claims
    ? claims[path]
    : path.split('.').reduce<unknown>((value, name) => (value as Claims | undefined)?.[name], claims);
