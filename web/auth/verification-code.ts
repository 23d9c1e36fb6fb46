import { CODE_LENGTH } from '../../src/contract/limits';

/** Digits only, whatever stands between them (spec 5). Keyboards for Arabic, Persian or Japanese may type their own. */
export const toCodeDigits = (code: string) =>
  code
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH);

/**
 * Fills in the code where the browser can read it from the text that just arrived (WebOTP: Chrome on Android).
 * Elsewhere `autocomplete="one-time-code"` offers it above the keyboard. Answers how to stop listening.
 */
export function listenForCode(take: (code: string) => void): () => void {
  const stop = new AbortController();
  if ('OTPCredential' in window)
    navigator.credentials
      .get({ otp: { transport: ['sms'] }, signal: stop.signal } as CredentialRequestOptions)
      .then((credential) => credential && take((credential as Credential & { code: string }).code))
      .catch(() => {}); // refused, or the person was quicker
  return () => stop.abort();
}
