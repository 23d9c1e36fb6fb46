import pino from 'pino';

export type Log = pino.Logger;

/** Do not log verification codes, cookies or the words of texts. */
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

/** Error messages and the gateway's sentences can contain one. */
const NUMBER = /\+\d{7,15}\b/g;

/**
 * Drizzle wraps an error of SQLite in an error that contains the values of the statement, such as
 * verification codes.
 */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
