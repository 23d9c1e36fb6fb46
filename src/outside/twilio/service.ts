import type { Abilities } from '../../app/config/abilities';
import { type TwilioConfig, twilioBlock } from '../../app/config/twilio';
import type { GatewayError } from '../../app/gateway';
import { TWILIO_ERRORS } from './errors';

export type Service = {
  kind: 'twilio' | 'signalwire';
  label: string;
  can: Abilities;
  errors: Readonly<Record<number, GatewayError>>;
  /** Path before `/2010-04-01` in the addresses of the API. */
  root: string;
  webhooks: string;
  /** Headers that may have the signature of a webhook; the first one that is present counts. */
  signatureHeaders: readonly string[];
  stores: RegExp;
  /** True if the service can filter lists of texts only by whole days. */
  listsByDay: boolean;
  settings: { account: string; from: string; incoming: string };
};

export type Account = {
  service: Service;
  accountSid: string;
  authToken: string;
  signingKey: string;
  from: string;
  apiUrl: string | undefined;
  /** True if files may be anywhere, because `apiUrl` is not the service itself but a stand-in or a proxy. */
  anyStore: boolean;
};

const TWILIO: Service = {
  kind: 'twilio',
  label: twilioBlock.label,
  can: twilioBlock.can,
  errors: TWILIO_ERRORS,
  root: '',
  webhooks: '/api/webhooks/twilio',
  signatureHeaders: ['x-twilio-signature'],
  stores: /(^|\.)(twilio\.com|twiliocdn\.com|amazonaws\.com)$/,
  listsByDay: false,
  settings: {
    account: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
    from: 'TWILIO_FROM',
    incoming: '"A message comes in"',
  },
};

export const twilioAccount = (config: TwilioConfig): Account => ({
  ...config,
  service: TWILIO,
  signingKey: config.authToken,
  anyStore: config.apiUrl !== undefined,
});
