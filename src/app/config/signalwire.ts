import { z } from 'zod';
import { EVERY_ABILITY } from './abilities';
import { block, RENTED_NUMBER } from './gateway-settings';
import { readPhone, required, setting, text } from './settings';

const LABEL = 'SignalWire';
const HOST = 'signalwire.com';

export type SignalwireConfig = ReturnType<typeof signalwireBlock.read>;

export const signalwireBlock = block({
  label: LABEL,
  about: RENTED_NUMBER,
  settings: {
    SIGNALWIRE_SPACE: setting(
      z
        .string()
        .transform(toBaseUrl)
        .refine((url) => url !== null, 'must be the name of a space, such as example, or its address')
        .optional(),
      'none',
      'space at SignalWire: `example` of example.signalwire.com, or a base address; the next four variables are needed as well',
      { question: 'Name of the space (the first part of NAME.signalwire.com)' },
    ),
    SIGNALWIRE_PROJECT_ID: setting(
      z.guid('must be an id such as 40385f64-5717-4562-b3fc-2c963f66afa6').optional(),
      'none',
      'id of the project',
      { question: 'Project ID (SignalWire dashboard, API)' },
    ),
    SIGNALWIRE_TOKEN: setting(
      text,
      'none',
      'API token of the project, with the scopes Messaging and Numbers',
      {
        question: 'API token (SignalWire dashboard, API), with the scopes Messaging and Numbers',
        secret: true,
      },
    ),
    SIGNALWIRE_SIGNING_KEY: setting(
      text,
      'none',
      'signing key of the project, with which the texts that SignalWire delivers are checked',
      { question: 'Signing key (SignalWire dashboard, API)', secret: true },
    ),
    SIGNALWIRE_FROM: setting(text, 'none', 'number that texts are sent from', {
      question: 'Number that texts are sent from, such as +12025550100',
    }),
  },
  // SignalWire documents error 21610, but does not say that it answers STOP and START as Twilio does
  can: EVERY_ABILITY,
  // one of these alone chooses SignalWire: if the name of another variable is misspelled, the start must fail
  // instead of using the simulator
  chosenBy: ['SIGNALWIRE_SPACE', 'SIGNALWIRE_PROJECT_ID', 'SIGNALWIRE_TOKEN'],
  read(set, country) {
    const apiUrl = required(set, 'SIGNALWIRE_SPACE', LABEL);
    return {
      accountSid: required(set, 'SIGNALWIRE_PROJECT_ID', LABEL),
      authToken: required(set, 'SIGNALWIRE_TOKEN', LABEL),
      signingKey: required(set, 'SIGNALWIRE_SIGNING_KEY', LABEL),
      from: readPhone('SIGNALWIRE_FROM', required(set, 'SIGNALWIRE_FROM', LABEL), country),
      apiUrl,
      /** Files may then be on any host. */
      anyStore: !new URL(apiUrl).hostname.endsWith(`.${HOST}`),
    };
  },
  account: ({ accountSid }) => accountSid,
  ownNumber: ({ from }) => from,
});

function toBaseUrl(space: string): string | null {
  if (/^[a-z0-9-]+$/i.test(space)) return `https://${space.toLowerCase()}.${HOST}`;
  const url = URL.parse(space.includes('://') ? space : `https://${space}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.origin : null;
}
