import { z } from 'zod';
import { ConfigError } from '../errors';
import { toOwnE164 } from '../phone';
import { EVERY_ABILITY } from './abilities';
import { block, RENTED_NUMBER } from './gateway-settings';
import { address, required, setting, text } from './settings';

const LABEL = 'Twilio';

export type TwilioConfig = ReturnType<typeof twilioBlock.read>;

export const twilioBlock = block({
  label: LABEL,
  about: RENTED_NUMBER,
  settings: {
    TWILIO_ACCOUNT_SID: setting(
      z
        .string()
        .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
        .optional(),
      'none',
      'account of Twilio; the next two variables are needed as well',
      { question: 'Account SID (Twilio console, Account info)', secret: true },
    ),
    TWILIO_AUTH_TOKEN: setting(text, 'none', 'token of the account', {
      question: 'Auth token of the account',
      secret: true,
    }),
    TWILIO_FROM: setting(text, 'none', 'number that texts are sent from, or the id of a messaging service', {
      question: 'Number that texts are sent from, or the id of a messaging service',
    }),
    TWILIO_API_URL: setting(address, "Twilio's", "other base address for Twilio's REST API (tests, proxies)"),
  },
  can: EVERY_ABILITY,
  // the SID or the token alone chooses Twilio: if the name of the other variable is misspelled, the start
  // must fail instead of using the simulator
  chosenBy: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  read(set, country) {
    const accountSid = required(set, 'TWILIO_ACCOUNT_SID', LABEL);
    const authToken = required(set, 'TWILIO_AUTH_TOKEN', LABEL);
    const from = required(set, 'TWILIO_FROM', LABEL);
    const service = /^MG[0-9a-f]{32}$/i.test(from);
    const number = service ? null : toOwnE164(from, country);
    if (!service && !number)
      throw new ConfigError(
        `TWILIO_FROM must be a phone number such as +12025550100, or a messaging service id (MG...).`,
      );
    return { accountSid, authToken, from: number ?? from, apiUrl: set.TWILIO_API_URL };
  },
  account: ({ accountSid }) => accountSid,
  ownNumber({ from }) {
    if (!from.startsWith('MG')) return from;
    throw new ConfigError(
      'PHONE_NUMBER is missing: TWILIO_FROM is a messaging service, not a number that people can text.',
    );
  },
});
