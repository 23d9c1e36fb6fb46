import type { Abilities } from '../../app/config/abilities';
import { type TwilioConfig, twilioBlock } from '../../app/config/twilio';
import type { GatewayError } from '../../app/gateway';
import { TWILIO_ERRORS } from './errors';

/**
 * A service with Twilio's API: Twilio itself, or another one. The fields contain the differences between
 * these services.
 */
export type Service = {
  kind: 'twilio' | 'signalwire';
  label: string;
  can: Abilities;
  errors: Readonly<Record<number, GatewayError>>;
  /** Path before `/2010-04-01` in the addresses of the API. */
  root: string;
  /** Path of our webhooks. */
  webhooks: string;
  /** Headers that may have the signature of a webhook; the first one that is present counts. */
  signatureHeaders: readonly string[];
  /** Matches the hosts to which the API redirects the download of a file. */
  stores: RegExp;
  /** True if the service can filter lists of texts only by whole days. */
  listsByDay: boolean;
  /**
   * Names that the findings use: `account` and `from` name settings of this server, `incoming` names a field
   * in the service's console.
   */
  settings: { account: string; from: string; incoming: string };
};

/** An account at a service with Twilio's API. */
export type Account = {
  service: Service;
  accountSid: string;
  authToken: string;
  /** Key with which the service signs its webhook requests. */
  signingKey: string;
  /** The number that texts are sent from, or the id of a messaging service of Twilio. */
  from: string;
  /** Scheme and host of the API. Undefined for the hosts of Twilio. */
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
