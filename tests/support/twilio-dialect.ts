import { randomBytes, randomUUID } from 'node:crypto';

const hex = () => randomBytes(16).toString('hex');

type Credentials = {
  accountSid: string;
  authToken: string;
  signingKey: string;
  number: string;
  origin: string;
};

export type Dialect = {
  root: string;
  webhooks: string;
  newId: (kind: 'AC' | 'SM' | 'MM' | 'ME') => string;
  newToken: () => string;
  newSigningKey: (authToken: string) => string;
  signatureHeader: string;
  userAgent: string;
  errorPage: string;
  badNumber: number;
  /** SignalWire documents only days. */
  sentFilter: (value: string) => string;
  count: (number: number) => string | number;
  price: string | number;
  environment: (credentials: Credentials) => Record<string, string>;
};

export const TWILIO: Dialect = {
  root: '',
  webhooks: '/api/webhooks/twilio',
  newId: (kind) => kind + hex(),
  newToken: hex,
  newSigningKey: (authToken) => authToken,
  signatureHeader: 'x-twilio-signature',
  userAgent: 'TwilioProxy/1.1',
  errorPage: 'https://www.twilio.com/docs/errors/',
  badNumber: 21211,
  sentFilter: (value) => value,
  count: String,
  price: '-0.00790',
  environment: ({ accountSid, authToken, number, origin }) => ({
    SMS_GATEWAY: 'twilio',
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: number,
    TWILIO_API_URL: origin,
  }),
};

/** SignalWire's Compatibility API (developer.signalwire.com/compatibility-api). */
export const SIGNALWIRE: Dialect = {
  root: '/api/laml',
  webhooks: '/api/webhooks/signalwire',
  newId: () => randomUUID(),
  newToken: () => `PT${hex()}`,
  newSigningKey: () => `PSK_${hex()}`,
  signatureHeader: 'x-signalwire-signature',
  userAgent: 'SignalWire',
  errorPage: 'https://developer.signalwire.com/compatibility-api/rest/overview/error-codes/#',
  badNumber: 21212,
  sentFilter: (value) => value.slice(0, 10),
  count: (number) => number,
  price: 0.005, // positive, unlike Twilio's
  environment: ({ accountSid, authToken, signingKey, number, origin }) => ({
    SMS_GATEWAY: 'signalwire',
    SIGNALWIRE_SPACE: origin,
    SIGNALWIRE_PROJECT_ID: accountSid,
    SIGNALWIRE_TOKEN: authToken,
    SIGNALWIRE_SIGNING_KEY: signingKey,
    SIGNALWIRE_FROM: number,
  }),
};
