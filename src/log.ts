import pino from 'pino';

export type Log = pino.Logger;

/** JSON lines on stderr. Never given codes, cookies or bodies of texts; numbers and statements are cut here. */
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

/** A full number in E.164, wherever an error or a gateway's sentence has it. */
const NUMBER = /\+\d{7,15}\b/g;

/** drizzle wraps what SQLite says in an error that quotes the statement's values: contents, numbers, codes. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
