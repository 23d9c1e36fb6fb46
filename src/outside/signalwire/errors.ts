import type { GatewayError } from '../../app/gateway';

/** Most codes mean the same as at Twilio, but not all. */
export const SIGNALWIRE_ERRORS: Record<number, GatewayError> = {
  4001: { reason: 'The SignalWire space has too little credit: add some.' },
  21210: { reason: 'SIGNALWIRE_FROM is not a number of this SignalWire project.' },
  21212: { reason: 'This is not a phone number.' },
  21217: { reason: 'This is not a phone number.' },
  21219: { reason: 'A SignalWire trial space texts only numbers that are verified in it.' },
  21601: { reason: 'SIGNALWIRE_FROM cannot text: buy a number with SMS.' },
  21610: { reason: 'The number has opted out.', recipient: 'opted out' },
  21611: { reason: 'The queue of our number at SignalWire is full.' },
  21717: { reason: 'US carriers want our number assigned to a campaign first.' },
  30002: { reason: 'The SignalWire account is suspended: ask the support of SignalWire.' },
  30003: { reason: 'The phone cannot be reached.', recipient: 'unreachable' },
  30004: { reason: 'The number blocks texts.' },
  30005: { reason: 'The number is not in service.', recipient: 'unreachable' },
  30006: { reason: 'This is a landline, or its carrier cannot be reached.', recipient: 'unreachable' },
  30007: { reason: 'The carrier took the text for spam.' },
  30022: { reason: 'The campaign of our number sends more than the carrier allows.' },
  30027: { reason: 'T-Mobile allows no more texts of our campaign today.' },
};
