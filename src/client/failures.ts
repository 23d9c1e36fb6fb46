import { EXIT_CODES, type Failure } from '../start/command-line';
import { TaglineError } from './runtime';

/** Null for an error that no call of the client has thrown. */
export function failureOfClient(error: unknown): Failure | null {
  if (!(error instanceof TaglineError)) return null;
  const { status, message, code, retryAfter } = error;
  if (status === 401)
    return {
      sentence:
        code === 'not_logged_in' ? message : `${message} Log in again with a new token: tagline login`,
      exitCode: EXIT_CODES.signedOut[0],
    };
  const again = retryAfter === null ? '' : ` Next try at ${clockIn(retryAfter)}.`;
  if (status === 0) return { sentence: `${message} Is this machine online?`, exitCode: EXIT_CODES.away[0] };
  if (status === 429 || status >= 500)
    return { sentence: `${message}${again}`, exitCode: EXIT_CODES.away[0] };
  return { sentence: message, exitCode: EXIT_CODES.failed[0] };
}

const clockIn = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toLocaleTimeString('sv-SE', { timeStyle: 'medium' });
