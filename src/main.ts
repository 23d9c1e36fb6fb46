import { type App, createApp } from './app';
import { exportFile, FORMATS, isFormat } from './archive/export';
import { importFile } from './archive/import';
import { backUp } from './backup/backup';
import { restore } from './backup/restore';
import { type Command, runCommand } from './command-line';
import { ConfigError, readConfig, requireReadable } from './config';
import { requireDatabase } from './data-folder';
import { VisibleError } from './errors';
import { seed } from './seeds/seed';
import { serve } from './serve';
import { examineTexting } from './texting/doctor';
import { setOperator } from './users/operators';
import { requireUserByPhone } from './users/users';

function config() {
  requireReadable('.env');
  return readConfig(process.env);
}

/** Runs something on the data that is there, beside a server or without one. */
function withApp<T>(act: (app: App) => T | Promise<T>): Promise<T> {
  requireDatabase(config().dataDir);
  return withNewApp(act);
}

/** The same, on data that is made if there is none. */
async function withNewApp<T>(act: (app: App) => T | Promise<T>): Promise<T> {
  const app = createApp(config());
  try {
    return await act(app);
  } finally {
    app.close();
  }
}

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'Serve the dashboard, the calls and the texts',
    examples: ['tagline', 'PORT=8080 DATA_DIR=/var/lib/tagline tagline serve'],
    run() {
      for (const line of serve(config())) console.log(line);
      return undefined;
    },
  },

  backup: {
    summary: 'Write everything into one file and verify it, while serving too',
    operands: ['[FILE|FOLDER]'],
    examples: ['tagline backup', 'tagline backup /mnt/usb/', 'tagline backup notes.zip --json'],
    async run({ operands: [to], progress }) {
      const { dataDir, backupDir } = config();
      const backup = await backUp(dataDir, to ?? backupDir ?? '.', { progress });
      return { say: `${backup.file} has everything of ${backup.createdAt}.`, data: backup };
    },
  },

  restore: {
    summary: 'Put a backup in place of the data, which is kept beside it',
    operands: ['FILE'],
    examples: [
      'tagline restore tagline-backup-2026-01-31T03-00-00Z.zip',
      'DATA_DIR=/tmp/look tagline restore notes.zip',
      'tagline restore data/before-upgrade/0001_start-1767225600000.db',
    ],
    async run({ operands: [file = ''], progress }) {
      const restored = await restore(config().dataDir, file, { progress });
      const { dataDir, kept } = restored;
      const old = kept ? ` What was there is in ${kept}.` : '';
      return { say: `${file} is restored into ${dataDir}.${old}`, data: restored };
    },
  },

  export: {
    summary: 'Write messages into a file that other programs can read, or import can',
    operands: ['[FILE|FOLDER]'],
    options: {
      of: { value: 'PHONE', about: 'only what this person has sent; without it everything' },
      format: { value: 'FORMAT', about: `${Object.keys(FORMATS).join(', ')}; json loses nothing` },
    },
    examples: [
      'tagline export',
      'tagline export --of +12025550111 --format markdown notes.zip',
      'tagline export --of +12025550111 --format bookmarks',
    ],
    run: ({ operands: [to = '.'], options, progress }) =>
      withApp(async (app) => {
        const { format = 'json', of } = options;
        if (!isFormat(format)) throw new VisibleError('BAD_REQUEST', `There is no format "${format}".`);
        const made = await exportFile(app, of ? requireUserByPhone(app, of) : null, { format, to, progress });
        return { say: `${made.file} has ${made.messages} messages.`, data: made };
      }),
  },

  import: {
    summary: 'Take in an export, or the bookmarks, CSV or Markdown of another program',
    operands: ['FILE'],
    options: { as: { value: 'PHONE', about: 'whose messages they become where the file does not say' } },
    examples: ['tagline import tagline-export.zip', 'tagline import bookmarks.html --as +12025550111'],
    run: ({ operands: [file = ''], options, progress }) =>
      withNewApp(async (app) => {
        const as = options.as ? requireUserByPhone(app, options.as) : null;
        const { messages, known, ...rest } = await importFile(app, file, { as, progress });
        const twice = known > 0 ? `, ${known} were here already` : '';
        return { say: `${messages} messages are new${twice}.`, data: { messages, known, ...rest } };
      }),
  },

  doctor: {
    summary: 'Check that texts can come and go, and say what is wrong',
    examples: ['tagline doctor', 'tagline doctor --json'],
    run: () =>
      withApp(async (app) => {
        const findings = await examineTexting(app);
        return {
          say: findings.map(({ ok, says }) => `${ok ? 'ok   ' : 'WRONG'} ${says}`).join('\n'),
          data: { findings },
          ok: findings.every(({ ok }) => ok),
        };
      }),
  },

  'make-admin': {
    summary: 'Make an account an operator, or with --remove no more',
    operands: ['PHONE'],
    options: { remove: { about: 'take the right away; ADMIN_PHONES still give it' } },
    examples: ['tagline make-admin +12025550111', 'tagline make-admin +12025550111 --remove'],
    run({ operands: [phone = ''], options }) {
      return withApp((app) => {
        const operator = !options.remove;
        const user = setOperator(app, phone, operator);
        return {
          say: `${user.phone} is ${operator ? 'an' : 'no'} operator.`,
          data: { phone: user.phone, operator },
        };
      });
    },
  },

  seed: {
    summary: 'Fill the data with made-up people and messages, to look around or to measure',
    operands: ['[COUNT]'],
    examples: ['tagline seed', 'DATA_DIR=/tmp/big tagline seed 1000000'],
    run({ operands: [count = '1000'], progress }) {
      const seeded = seed(config(), Number(count.replaceAll(/[,_]/g, '')), progress);
      const madeUp = seeded.real ? '' : ' The words are made up.';
      return { say: `${seeded.messages} messages of ${seeded.people} people.${madeUp}`, data: seeded };
    },
  },
};

/** What an operator can do something about, as one sentence. Everything else is ours and shows where it broke. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof VisibleError) return error.message;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code))
    return 'There is no room left on the disk. Make some, and run this again.';
  if (path && /^E(ACCES|EXIST|ISDIR|NOENT|NOTDIR|PERM|ROFS)$/.test(code))
    return `${path} cannot be read or written (${code}). Name a folder that is there and that you may write to.`;
  return null;
}

// all that is written holds texts or secrets: in whatever folder, it is for the program's own user alone
process.umask(0o077);

const code = await runCommand(COMMANDS, process.argv.slice(2), { byDefault: 'serve', sentenceOf });
if (code !== null) process.exit(code);
