import type { GatewayError } from '../../app/gateway';

/** Twilio knows this even if that text did not reach us. */
export const OPTED_OUT = 21610;

export const UNREACHABLE = 30003;

/** Twilio's most common errors, each with a sentence for operators (twilio.com/docs/api/errors). */
export const TWILIO_ERRORS: Record<number, GatewayError> = {
  20003: { reason: 'Twilio refuses the password: check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.' },
  21211: { reason: 'This is not a phone number.' },
  21408: {
    reason: 'The Twilio account may not text this country: allow it under Messaging, Geo permissions.',
  },
  21608: { reason: 'A Twilio trial account texts only numbers that are verified in its console.' },
  [OPTED_OUT]: { reason: 'The number has opted out.', recipient: 'opted out' },
  21614: { reason: 'This is not a mobile number.' },
  [UNREACHABLE]: { reason: 'The phone cannot be reached.', recipient: 'unreachable' },
  30004: { reason: 'The number blocks texts.' },
  30005: { reason: 'The number is not in service.', recipient: 'unreachable' },
  30006: { reason: 'This is a landline, or its carrier cannot be reached.', recipient: 'unreachable' },
  30007: { reason: 'The carrier took the text for spam.' },
  30034: { reason: 'The carrier wants the number registered for A2P 10DLC first.' },
};
