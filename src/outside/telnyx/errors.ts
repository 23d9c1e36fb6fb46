import type { GatewayError } from '../../app/gateway';

export const WRONG_KEY = 10009;

/** Telnyx knows this even if that text did not reach us. */
export const OPTED_OUT = 40300;

/** Telnyx's most common errors, each with a sentence for operators (developers.telnyx.com, "Error codes"). */
export const TELNYX_ERRORS: Record<number, GatewayError> = {
  [WRONG_KEY]: { reason: 'Telnyx refuses the key: check TELNYX_API_KEY.' },
  10010: { reason: 'The Telnyx key may not send texts: make one without limits.' },
  20100: { reason: 'The Telnyx account has no credit left: add some.' },
  40001: { reason: 'This is a landline, or its carrier cannot be reached.', recipient: 'unreachable' },
  40002: { reason: 'The carrier took the text for spam.' },
  40003: { reason: 'The carrier blocks our number for spam: ask the support of Telnyx.' },
  40004: { reason: 'The carrier of the number refused the text.' },
  40005: { reason: 'The phone could not be reached in time.', recipient: 'unreachable' },
  40006: { reason: 'The carrier of the number cannot be reached.' },
  40008: { reason: 'The text could not be delivered.', recipient: 'unreachable' },
  40010: { reason: 'The carrier wants the number registered for A2P 10DLC first.' },
  40012: { reason: 'The number is not in service.', recipient: 'unreachable' },
  40013: { reason: 'The carrier refuses our number: check that it is active and may text.' },
  40015: { reason: 'Telnyx took the text for spam.' },
  40100: { reason: 'Our number cannot text: assign it to a messaging profile.' },
  [OPTED_OUT]: { reason: 'The number has opted out.', recipient: 'opted out' },
  40301: { reason: 'This number cannot receive texts.', recipient: 'unreachable' },
  40305: { reason: 'TELNYX_FROM is not a number of a messaging profile of this account.' },
  40309: {
    reason: 'The messaging profile may not text this country: allow it under "Allowed destinations".',
  },
  40310: { reason: 'This is not a phone number.' },
  40312: { reason: 'The messaging profile is disabled: run tagline doctor --fix.' },
  40314: { reason: 'Texting is disabled on the Telnyx account: ask the support of Telnyx.' },
  40318: { reason: 'The queue of our number at Telnyx is full.' },
  40322: { reason: 'Telnyx refused the words of the text.' },
};
