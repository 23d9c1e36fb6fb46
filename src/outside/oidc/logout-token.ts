import type { JWTVerifyGetKey } from 'jose';
import { type App, perApp } from '../../app/app';
import { connect, fetchOf, providerOf } from './provider';
import { type Claims, refuse } from './sign-in';

/** Older tokens are refused, so a used one need not be remembered for longer. */
const LOGOUT_AGE_MAX = '10m';

const keys = perApp((app) => {
  let made: { uri: string; get: JWTVerifyGetKey } | undefined;
  return async (uri: string) => {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    if (made?.uri !== uri)
      made = { uri, get: createRemoteJWKSet(new URL(uri), { [customFetch]: fetchOf(app) as never }) };
    return made.get;
  };
});

/** Returns the claims of a token that the provider has signed for us, or what is wrong with it. */
export async function verifyLogoutToken(app: App, token: string): Promise<Claims | string> {
  const { clientId } = providerOf(app);
  const { issuer, jwks_uri = '' } = (await connect(app).catch(refuse(app))).serverMetadata();
  const { jwtVerify } = await import('jose');
  return jwtVerify(token, await keys(app)(jwks_uri), {
    issuer,
    audience: clientId,
    maxTokenAge: LOGOUT_AGE_MAX,
    clockTolerance: 60,
    requiredClaims: ['iat', 'jti', 'events'],
  }).then(
    ({ payload }) => payload,
    (error: Error) => error.message,
  );
}
