import { CODE_LENGTH } from '../../../src/contract/limits';

export const toCodeDigits = (code: string) =>
  code
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH);

/** Reads the code from the SMS in browsers that can (WebOTP: Chrome on Android). Returns how to stop. */
export function listenForCode(onCode: (code: string) => void): () => void {
  const controller = new AbortController();
  if ('OTPCredential' in window)
    navigator.credentials
      .get({ otp: { transport: ['sms'] }, signal: controller.signal } as CredentialRequestOptions)
      .then((credential) => credential && onCode((credential as Credential & { code: string }).code))
      .catch(() => {}); // ignores errors: the person refused, or the page stopped listening
  return () => controller.abort();
}
