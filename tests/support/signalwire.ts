import { startTwilio } from './twilio';
import { SIGNALWIRE } from './twilio-dialect';

/**
 * A stand-in for SignalWire on this machine. SignalWire speaks Twilio's API with ids, a root path, a signing
 * key and a signature header of its own.
 */
export const startSignalwire = (options: { number?: string; now?: () => number } = {}) =>
  startTwilio({ ...options, dialect: SIGNALWIRE });
