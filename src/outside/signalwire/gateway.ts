import { type SignalwireConfig, signalwireBlock } from '../../app/config/signalwire';
import type { Gateway, Surroundings } from '../../app/gateway';
import { twilioGateway } from '../twilio/gateway';
import type { Service } from '../twilio/service';
import { SIGNALWIRE_ERRORS } from './errors';

const SIGNALWIRE: Service = {
  kind: 'signalwire',
  label: signalwireBlock.label,
  can: signalwireBlock.can,
  errors: SIGNALWIRE_ERRORS,
  root: '/api/laml',
  webhooks: '/api/webhooks/signalwire',
  // SignalWire's own packages also read the second header, if the first is missing
  signatureHeaders: ['x-signalwire-signature', 'x-twilio-signature'],
  stores: /(^|\.)(signalwire\.com|amazonaws\.com)$/,
  listsByDay: true,
  settings: {
    account: 'SIGNALWIRE_PROJECT_ID and SIGNALWIRE_TOKEN',
    from: 'SIGNALWIRE_FROM',
    incoming: '"When a Message Comes In"',
  },
};

export const signalwireGateway = (config: SignalwireConfig, around: Surroundings): Gateway =>
  twilioGateway({ ...config, service: SIGNALWIRE }, around);
