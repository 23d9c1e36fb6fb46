import pino from 'pino';

export type Log = pino.Logger;

/** JSON lines on stderr. Never given codes, cookies, bodies of texts or full numbers. */
export const createLog = (level: string): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
