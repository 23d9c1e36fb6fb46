import type { Line } from '../app/config/gateways';
import type { Gateway, Surroundings } from '../app/gateway';
import { signalwireGateway } from './signalwire/gateway';
import { simulatorGateway } from './simulator/gateway';
import { smsgateGateway } from './smsgate/gateway';
import { telnyxGateway } from './telnyx/gateway';
import { twilioGateway } from './twilio/gateway';
import { twilioAccount } from './twilio/service';

export function createGateway(line: Line, around: Surroundings): Gateway {
  switch (line.kind) {
    case 'simulator':
      return simulatorGateway(around);
    case 'twilio':
      return twilioGateway(twilioAccount(line), around);
    case 'signalwire':
      return signalwireGateway(line, around);
    case 'telnyx':
      return telnyxGateway(line, around);
    case 'smsgate':
      return smsgateGateway(line, around);
  }
}
