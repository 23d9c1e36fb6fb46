/** Numbers that Twilio gives to what went wrong with a text. */

/** The recipient has texted STOP: the carrier knows it, whether or not we do. */
export const OPTED_OUT = 21610;

/** The phone cannot be reached: switched off, or out of service. */
export const UNREACHABLE = 30003;

/** The same, a number that its carrier does not know, and a landline or no mobile at all. */
export const UNREACHABLES = [UNREACHABLE, 30005, 30006];
