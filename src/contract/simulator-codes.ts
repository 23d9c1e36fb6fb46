/**
 * Names for passing a login code from the phone simulator to a sign-in page that waits in the same browser
 * (docs/product.md: Simulator). Three pages use these names: the simulator's page /phone, the sign-in page,
 * and the page at CODES_PATH, which the sign-in page shows in an iframe.
 */

/** Path of the page in the iframe, at the address of the simulator. */
export const CODES_PATH = '/phone/codes';
/**
 * Name of the `BroadcastChannel` between the page /phone and the page in the iframe, which have the same
 * origin.
 */
export const CODES_CHANNEL = 'tagline:codes';
/** Message on the channel that asks every open page /phone for its newest code. */
export const ASK_FOR_CODE = 'ask';

/** A login code that has come to a test phone. `at` is the time of its text in ISO 8601. */
export type PhoneCode = { phone: string; code: string; at: string };
