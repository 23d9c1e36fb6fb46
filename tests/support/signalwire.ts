import { startTwilio } from './twilio';
import { SIGNALWIRE } from './twilio-dialect';

export const startSignalwire = (options: { number?: string; now?: () => number } = {}) =>
  startTwilio({ ...options, dialect: SIGNALWIRE });
