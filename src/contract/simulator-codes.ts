/**
 * Names for passing a login code from the phone simulator to a sign-in page that waits in the same browser
 * (docs/product/lines.md: Simulator).
 */

export const CODES_PATH = '/phone/codes';
export const CODES_CHANNEL = 'tagline:codes';
export const ASK_FOR_CODE = 'ask';

export type PhoneCode = { phone: string; code: string; at: string };
