import type { Page } from 'playwright-core';

const VERIFIES = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };

/** Returns a function that makes the authenticator refuse its user. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...VERIFIES },
  });
  return (refused: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refused });
}
