import { EVERY_ABILITY } from './abilities';
import { block } from './gateway-settings';
import { flag, port, setting } from './settings';

// Phone numbers that are reserved for fiction: the number that people text, and the number of the operator's
// test phone.
const SIMULATOR_NUMBER = '+12025550100';
export const SIMULATOR_OPERATOR = '+12025550111';

export const simulatorBlock = block({
  label: 'Phone simulator',
  about: 'to try it out: no text leaves this machine',
  settings: {
    SIMULATOR_PORT: setting(
      port.optional(),
      '`PORT` + 1, or the next free one',
      'port on 127.0.0.1 for the phone simulator alone; 0 picks a free port',
    ),
    SMS_SIMULATOR_EXPOSED: setting(
      flag(false),
      'off',
      'serves the simulator on `PORT`, for whoever reaches it: they read every verification code and can sign in as anybody',
    ),
  },
  chosenBy: [],
  defaults: {
    host: '127.0.0.1',
    broadcastPace: 20,
    allowedCountries: 'all',
    adminPhones: [SIMULATOR_OPERATOR],
  },
  can: { ...EVERY_ABILITY, reachPeople: false, tellPrices: false, tellTime: false },
  read: (set) => ({ port: set.SIMULATOR_PORT, exposed: set.SMS_SIMULATOR_EXPOSED }),
  account: () => '',
  ownNumber: () => SIMULATOR_NUMBER,
});
