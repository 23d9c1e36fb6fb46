import { z } from 'zod';
import { ConfigError } from '../errors';
import { EVERY_ABILITY } from './abilities';
import { block } from './gateway-settings';
import { address, required, setting, text } from './settings';

const LABEL = 'SMSGate';
const CLOUD = 'api.sms-gate.app';
/** The app on a phone has its API at the root. */
const SERVER_PATH = '/3rdparty/v1';

export type SmsgateConfig = ReturnType<typeof smsgateBlock.read>;

export const smsgateBlock = block({
  label: LABEL,
  about: 'your own Android phone with its SIM; no account',
  settings: {
    SMSGATE_URL: setting(
      address,
      'none',
      'address of SMSGate: of the phone, such as `http://192.168.1.20:8080`, of a private server with `/3rdparty/v1`, or `https://api.sms-gate.app`; `SMSGATE_PASSWORD`, `SMSGATE_SIGNING_KEY` and `PHONE_NUMBER` are needed as well',
      { question: 'Address that SMSGate shows on the phone, such as http://192.168.1.20:8080' },
    ),
    SMSGATE_USER: setting(text, 'none: the password is a token', 'user name that SMSGate shows', {
      question: 'User name that SMSGate shows',
    }),
    SMSGATE_PASSWORD: setting(text, 'none', 'password that SMSGate shows, or a token of a server', {
      question: 'Password that SMSGate shows',
      secret: true,
    }),
    SMSGATE_SIGNING_KEY: setting(
      z.string().min(8, 'must have at least 8 characters').optional(),
      'none',
      'key with which the phone signs webhooks: SMSGate, Settings, Webhooks, Signing Key',
      { question: 'Signing key of webhooks (SMSGate, Settings, Webhooks)', secret: true },
    ),
    SMSGATE_SIM: setting(
      z
        .string()
        .regex(/^[1-3]$/, 'must be 1, 2 or 3')
        .transform(Number)
        .optional(),
      "the phone's default",
      'SIM of a phone with several: texts go out by it, and only those to it are taken in',
    ),
  },
  chosenBy: ['SMSGATE_URL', 'SMSGATE_PASSWORD'],
  can: { ...EVERY_ABILITY, tellPrices: false, sendMedia: false, answerStop: false },
  defaults: {
    // carriers suspend private SIMs that send faster, or that send many equal texts
    broadcastPace: 1 / 6,
  },
  read(set) {
    const url = new URL(required(set, 'SMSGATE_URL', LABEL));
    if (url.hostname === CLOUD && url.pathname === '/') url.pathname = SERVER_PATH;
    return {
      url: url.href.replace(/\/+$/, ''),
      /** True if the address leads to the phone itself, not to a server of SMSGate. */
      local: !url.pathname.includes('/3rdparty'),
      user: set.SMSGATE_USER ?? null,
      password: required(set, 'SMSGATE_PASSWORD', LABEL),
      signingKey: required(set, 'SMSGATE_SIGNING_KEY', LABEL),
      sim: set.SMSGATE_SIM ?? null,
    };
  },
  // the address of a phone is left out, because it may change
  account: ({ local, user, url }) => [user, local ? null : new URL(url).hostname].filter(Boolean).join(' '),
  ownNumber() {
    throw new ConfigError('PHONE_NUMBER is missing: set it to the number of the SIM in the phone.');
  },
});
