/**
 * Environment variables of an app with the gateway Twilio, so that all limits on texts apply. The account
 * does not exist, so an app with these variables must send nothing.
 */
export const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12025550100',
};
