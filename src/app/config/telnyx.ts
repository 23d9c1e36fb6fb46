import { z } from 'zod';
import { EVERY_ABILITY } from './abilities';
import { block, RENTED_NUMBER } from './gateway-settings';
import { address, readPhone, required, setting, text } from './settings';

const LABEL = 'Telnyx';
const KEY_BYTES = 32;

export type TelnyxConfig = ReturnType<typeof telnyxBlock.read>;

export const telnyxBlock = block({
  label: LABEL,
  about: RENTED_NUMBER,
  settings: {
    TELNYX_API_KEY: setting(
      text,
      'none',
      'key of the API v2 of Telnyx; the next two variables are needed as well',
      { question: 'API key (Telnyx portal, API keys)', secret: true },
    ),
    TELNYX_PUBLIC_KEY: setting(
      z
        .base64('must be the public key in base64, as the Telnyx portal shows it')
        .refine(
          (key) => Buffer.from(key, 'base64').length === KEY_BYTES,
          'must be a key of 32 bytes in base64',
        )
        .optional(),
      'none',
      'public key of the account, with which the texts that Telnyx delivers are checked',
      { question: 'Public key (Telnyx portal, Keys & credentials, Public key)' },
    ),
    TELNYX_FROM: setting(text, 'none', 'number that texts are sent from', {
      question: 'Number that texts are sent from, such as +12025550100',
    }),
    TELNYX_API_URL: setting(address, "Telnyx's", "other base address for Telnyx's API (tests, proxies)"),
  },
  can: EVERY_ABILITY,
  // the key alone chooses Telnyx: if the name of another variable is misspelled, the start must fail instead
  // of using the simulator
  chosenBy: ['TELNYX_API_KEY'],
  read(set, country) {
    return {
      apiKey: required(set, 'TELNYX_API_KEY', LABEL),
      publicKey: required(set, 'TELNYX_PUBLIC_KEY', LABEL),
      from: readPhone('TELNYX_FROM', required(set, 'TELNYX_FROM', LABEL), country),
      apiUrl: set.TELNYX_API_URL,
    };
  },
  account: ({ publicKey }) => publicKey,
  ownNumber: ({ from }) => from,
});
