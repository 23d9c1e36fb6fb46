import { diskErrorOf } from './disk-errors';
import { ConfigError, VisibleError } from './errors';

const SQLITE_SENTENCES: [code: string, sentence: string][] = [
  ['SQLITE_CORRUPT', 'The database is damaged. Stop the server, and run tagline restore with a backup.'],
  ['SQLITE_NOTADB', 'The database is damaged. Stop the server, and run tagline restore with a backup.'],
  ['SQLITE_BUSY', 'The database is busy with the work of another process. Run this again in a minute.'],
];

const MAY_BE_MISNAMED = /^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM)/;

export const errorSentence = (error: unknown): string =>
  knownSentence(error) ??
  `This is a fault of Tagline: ${firstLine(error)}. Run it again with LOG_LEVEL=debug for the details, and please report them.`;

function knownSentence(thrown: unknown): string | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof ConfigError || error instanceof VisibleError) return error.message;
    const { code = '', path, syscall } = error as NodeJS.ErrnoException;
    const where = path ?? 'A file';
    const sqlite = SQLITE_SENTENCES.find(([start]) => code.startsWith(start));
    if (sqlite) return sqlite[1];
    const disk = MAY_BE_MISNAMED.test(code) ? null : diskErrorOf(error);
    if (disk) return `${disk.fact} (${path ? `${path}, ` : ''}${disk.code}). ${disk.advice}`;
    if (/^SQLITE_(CANTOPEN|PERM|AUTH)/.test(code))
      return `A database cannot be read or written (${code}). Check that its folder exists, and that you may write to it.`;
    if (syscall && /^E[A-Z0-9]+$/.test(code))
      return `${where} cannot be read or written (${code}). Name a path that exists and that you may use.`;
  }
  return null;
}

/** The outer errors may quote values of a SQL statement, and these values can be private. */
function firstLine(error: unknown): string {
  if (error instanceof Error && error.cause) return firstLine(error.cause);
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/\.$/, '') || 'an error without a message';
}
