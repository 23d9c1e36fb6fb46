import pino from 'pino';

export type Log = pino.Logger;

/**
 * Returns a logger that writes JSON lines to stderr. It masks phone numbers and leaves out the values of SQL
 * statements. Its callers never give it codes, cookies or bodies of texts.
 */
export const createLog = (level: string, destination: pino.DestinationStream = STDERR()): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: Error) => pino.stdSerializers.err(innermost(error)) },
      hooks: { streamWrite: (line) => line.replace(NUMBER, (number) => `+•••${number.slice(-2)}`) },
    },
    destination,
  );

const STDERR = () => pino.destination({ dest: 2, sync: true });

/** A phone number in E.164, as errors and sentences of the gateway contain it. */
const NUMBER = /\+\d{7,15}\b/g;

/**
 * Returns the innermost cause. Drizzle wraps SQLite's errors in errors that contain a statement's values,
 * such as codes.
 */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
