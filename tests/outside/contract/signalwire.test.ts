import { startSignalwire } from '../../support/signalwire';
import { describeGateway } from './contract';
import { twilioApiLine } from './twilio-api';

describeGateway(
  twilioApiLine({
    name: 'SignalWire',
    start: startSignalwire,
    hook: '/api/webhooks/signalwire/sms',
    wrongPassword: { SIGNALWIRE_TOKEN: 'guessed' },
  }),
);
