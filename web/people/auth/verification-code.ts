import { CODE_LENGTH } from '../../../src/contract/limits';

/** Returns the first six digits of the input. Arabic, Persian and full-width digits become ASCII digits. */
export const toCodeDigits = (code: string) =>
  code
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH);

/**
 * Calls `onCode` with the code of an arriving SMS, in browsers that can read it (WebOTP: Chrome on Android).
 * Some other browsers offer the code above the keyboard, because the field has
 * `autocomplete="one-time-code"`. Returns a function that stops listening.
 */
export function listenForCode(onCode: (code: string) => void): () => void {
  const controller = new AbortController();
  if ('OTPCredential' in window)
    navigator.credentials
      .get({ otp: { transport: ['sms'] }, signal: controller.signal } as CredentialRequestOptions)
      .then((credential) => credential && onCode((credential as Credential & { code: string }).code))
      .catch(() => {}); // ignores errors: the person refused, or the page stopped listening
  return () => controller.abort();
}
