/** Environment variables of an app whose texts would cost money. No such account exists, and nothing is sent. */
export const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12025550100',
};
