import type { GatewayError } from '../../app/gateway';

/** The numbers are above Android's codes and below the statuses of HTTP. */
const EXPIRED = 300;
const NOT_DELIVERED = 301;
const NO_SIM = 302;

/**
 * Android's codes (developer.android.com, SmsManager.RESULT_*), the HTTP statuses of SMSGate's answers, and
 * our own codes.
 */
export const SMSGATE_ERRORS: Record<number, GatewayError> = {
  1: { reason: "The SIM could not send it. Check the SIM's balance and signal." },
  2: { reason: "The phone's radio is off: switch off flight mode." },
  4: { reason: 'The phone has no mobile network.' },
  5: {
    reason:
      'Android or the carrier limits how many texts the phone sends: see the pace in docs/operations.md.',
  },
  6: { reason: 'The SIM allows only fixed numbers: switch off fixed dialling (FDN) on the phone.' },
  10: { reason: 'The mobile network refused the text.' },
  [EXPIRED]: { reason: 'The phone was not reached before the text expired.' },
  [NOT_DELIVERED]: { reason: "The recipient's carrier could not deliver it." },
  [NO_SIM]: {
    reason: 'SMSGate finds no SIM, or may not use it: allow it "Phone" in the settings of Android.',
  },
  400: { reason: 'SMSGate refuses the text or the number.' },
  401: { reason: 'SMSGate refuses the password: check SMSGATE_USER and SMSGATE_PASSWORD.' },
  403: { reason: 'SMSGate refuses the call: the token lacks a right.' },
};

const REASONS: [RegExp, number][] = [
  [/TTL expired|expired/i, EXPIRED],
  [/Delivery result/i, NOT_DELIVERED],
  [/No SIMs? found|SIM \d+ not found|READ_PHONE_STATE/i, NO_SIM],
  [/RESULT_ERROR_GENERIC_FAILURE/, 1],
  [/RADIO_OFF|RADIO_NOT_AVAILABLE/, 2],
  [/NO_SERVICE|NETWORK_NOT_READY/, 4],
  [/LIMIT_EXCEEDED|RATE_LIMITED/, 5],
  [/FDN_CHECK_FAILURE/, 6],
  [/NETWORK_REJECT|ACCESS_BARRED/, 10],
];

export const codeOf = (reason: string | null | undefined): number | null =>
  REASONS.find(([pattern]) => pattern.test(reason ?? ''))?.[1] ?? null;
