import { startTwilio } from '../../support/twilio';
import { describeGateway } from './contract';
import { twilioApiLine } from './twilio-api';

describeGateway(
  twilioApiLine({
    name: 'Twilio',
    start: startTwilio,
    hook: '/api/webhooks/twilio/sms',
    wrongPassword: { TWILIO_AUTH_TOKEN: 'guessed' },
  }),
);
