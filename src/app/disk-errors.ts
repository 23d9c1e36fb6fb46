/** What a disk, or SQLite on it, can answer instead of doing its work: all of our sentences about it. */

type Kind = {
  codes: RegExp;
  fact: string;
  /** For operators. */
  advice: string;
  /** For the person whose request fails. */
  answer: string;
};

export type DiskError = Omit<Kind, 'codes'> & { code: string };

const NO_ROOM = 'There is no room to save this now. Please try again later.';
const NOT_SAVED = 'Nothing can be saved here at the moment. Please try again later.';
const UNSURE = 'The disk of the server fails, so this may not have been saved. Please try again later.';

const KINDS: Kind[] = [
  {
    codes: /^(SQLITE_FULL|ENOSPC)$/,
    fact: 'There is no room left on the disk',
    advice: 'Free some space: nothing can be saved on a full disk.',
    answer: NO_ROOM,
  },
  {
    codes: /^EDQUOT$/,
    fact: 'The quota of the disk is used up',
    advice: 'Raise the quota of the user who runs this, or delete some of its files.',
    answer: NO_ROOM,
  },
  {
    codes: /^(SQLITE_READONLY.*|EROFS)$/,
    fact: 'The disk or its files are read-only',
    advice:
      'Nothing can be saved. Make the disk, the data folder and its files writable for the user of the server, then restart it. A system also makes a disk read-only that fails: its log says so.',
    answer: NOT_SAVED,
  },
  {
    codes: /^(EACCES|EPERM|SQLITE_PERM|SQLITE_CANTOPEN.*)$/,
    fact: 'The system refuses access to a file',
    advice:
      'Nothing can be saved. Make the data folder and its files readable and writable for the user of the server, then restart it.',
    answer: NOT_SAVED,
  },
  {
    codes: /^(EMFILE|ENFILE)$/,
    fact: 'Too many files are open',
    advice: 'Raise the limit of open files, such as LimitNOFILE of systemd, and restart the server.',
    answer: NOT_SAVED,
  },
  {
    codes: /^DISK_TIMEOUT$/,
    fact: 'The disk does not answer',
    advice: 'Look at the log of the machine. If the disk is in a network, look whether its server answers.',
    answer: UNSURE,
  },
  {
    codes: /^(EIO|ENXIO|ESTALE|EREMOTEIO|SQLITE_IOERR.*)$/,
    fact: 'The disk fails',
    advice:
      'The disk, or the system under it, fails to read or write. Look at the log of the machine, take the newest backup to another disk, and replace this one.',
    answer: UNSURE,
  },
];

export function diskErrorOf(thrown: unknown): DiskError | null {
  for (const kind of KINDS) {
    const code = codeIn(thrown, kind.codes);
    if (code) return { ...kind, code };
  }
  return null;
}

/** SQLite reports a quota that is used up, and a full disk under its shared memory, as failures of writing. */
export const isDiskFull = (thrown: unknown): boolean =>
  codeIn(thrown, /^(SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/) !== null;

/** For what can be had again, so that reading and signing out work on a disk that takes no writes. */
export function ignoreDiskErrors(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!diskErrorOf(error)) throw error;
  }
}

/** Drizzle and tRPC wrap the errors of SQLite. */
function codeIn(thrown: unknown, pattern: RegExp): string | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && pattern.test(code)) return code;
  }
  return null;
}
