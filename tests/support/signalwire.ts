import { startTwilio } from './twilio';
import { SIGNALWIRE } from './twilio-dialect';

/** SignalWire uses Twilio's API, but with its own ids, root path, signing key and signature header. */
export const startSignalwire = (options: { number?: string; now?: () => number } = {}) =>
  startTwilio({ ...options, dialect: SIGNALWIRE });
