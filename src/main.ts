import type { App } from './app/app';
import type { Config } from './app/config/config';
import { errorSentence } from './app/error-sentence';
import { VisibleError } from './app/errors';
import { createLog } from './app/log';
import { FORMATS, isFormat } from './archive/export-formats';
import { clientCommands } from './client/commands';
import { failureOfClient } from './client/failures';
import { countOf } from './contract/counts';
import { GATEWAYS } from './contract/gateways';
import { slug } from './contract/hashtags';
import { CAGE } from './outside/cage/cage';
import { READER } from './outside/readers/process';
import { type Command, EXIT_CODES, type Failure, printError, runCommand } from './start/command-line';

// Each command imports its own modules when it runs, because all modules together take most of a second to
// load.

async function config(): Promise<Config> {
  const { readConfig, requireReadable } = await import('./app/config/config');
  requireReadable('.env');
  return readConfig(process.env);
}

async function withApp<T>(act: (app: App) => T | Promise<T>): Promise<T> {
  const { requireDatabase } = await import('./app/data-folder/data-folder');
  requireDatabase((await config()).dataDir);
  return withNewApp(act);
}

async function withNewApp<T>(act: (app: App) => T | Promise<T>): Promise<T> {
  const { createApp } = await import('./start/create-app');
  const { onDisk } = await import('./app/durable');
  const { holdRestoredTexts } = await import('./outbox/held-texts');
  const app = createApp(await config());
  try {
    holdRestoredTexts(app); // needed if no server has started since a restore
    const outcome = await act(app);
    await onDisk(app);
    return outcome;
  } finally {
    app.close();
  }
}

const HELD =
  'Texts that were due before this restore may have been sent already: they are held until you send or drop them on the admin page.';

/** True if this process is a server. The stderr of a server is its log, in JSON lines. */
let serving = false;

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'Serve the web app, the API and the texts',
    examples: ['tagline', 'PORT=8080 DATA_DIR=/var/lib/tagline tagline serve'],
    async run() {
      serving = true;
      const { serve } = await import('./start/serve');
      const { LEASE_ON_STDIN } = await import('./app/owner');
      const byCell = process.env[LEASE_ON_STDIN] !== undefined;
      return serve(await config(), { byNpm: process.env.npm_execpath !== undefined, byCell });
    },
  },

  cell: {
    summary: 'Serve while this machine has the lease; until then stand by',
    examples: ['LEASE=etcd://10.0.0.1:2379 REPLICA_URL=s3://bucket/notes tagline cell'],
    async run() {
      serving = true;
      const { serveCell } = await import('./start/cell/cell');
      return serveCell(await config(), process.env);
    },
  },

  setup: {
    summary: 'Ask for the settings, try them out and write them into .env',
    options: {
      line: { value: 'LINE', about: `line for texts: ${GATEWAYS.join(', ')}` },
      set: { value: 'NAME=VALUE', about: 'answer a question beforehand; can be repeated', repeated: true },
      stdin: { about: 'read more of NAME=VALUE from stdin, such as secrets, one on each line' },
      yes: { about: 'ask nothing: take the present value, or the suggestion, for the other questions' },
      fix: { about: 'with --yes, set at the gateway what can be set from here, such as its webhook' },
      force: { about: 'with --yes, save also if the trial finds a fault' },
      wait: { value: 'MINUTES', about: 'with --yes, then wait so long for the first text' },
    },
    examples: [
      'tagline setup',
      'tagline setup --line simulator --yes',
      'TWILIO_AUTH_TOKEN=... tagline setup --line twilio --set TWILIO_FROM=+12025550100 --yes',
    ],
    async run(invocation) {
      const { requireReadable } = await import('./app/config/config');
      requireReadable('.env');
      const { setUp } = await import('./start/setup/setup');
      return setUp(invocation, {
        file: '.env',
        env: process.env,
        isTerminal: process.stdin.isTTY && process.stdout.isTTY,
        readStdin: () => Bun.stdin.text(),
      });
    },
  },

  backup: {
    summary: 'Write all data into one verified file; a server may be running',
    operands: ['[FILE|FOLDER]'],
    options: { drill: { about: 'instead restore the copy of REPLICA_URL for a trial, and check it' } },
    examples: ['tagline backup', 'tagline backup /mnt/usb/', 'tagline backup notes.zip --json'],
    async run({ operands: [to], options: { drill }, progress }) {
      if (drill) {
        const { drillCopy, drillSentence } = await import('./operators/copies/drill');
        const drilled = await drillCopy(await config(), progress);
        return { say: drillSentence(drilled), data: drilled };
      }
      const { backUp } = await import('./operators/backup/backup');
      const { elsewhereSentence } = await import('./operators/backup/manifest');
      const { dataDir, backupDir, media } = await config();
      const mediaUrl = media.target?.url;
      const backup = await backUp(dataDir, to ?? `${backupDir ?? '.'}/`, { progress, mediaUrl });
      return {
        say: `${backup.file} has everything of ${backup.createdAt}.${elsewhereSentence(backup)}`,
        data: backup,
      };
    },
  },

  restore: {
    summary: 'Replace the data by a backup; the old data is kept in another folder',
    operands: ['FILE|COPY[@TIME]'],
    examples: [
      'tagline restore tagline-backup-2026-01-31T03-00-00Z.zip',
      'tagline restore s3://bucket/notes@2026-01-31T10:00',
      'DATA_DIR=/tmp/look tagline restore notes.zip',
      'tagline restore data/before-upgrade/0001_start-1767225600000.db',
    ],
    async run({ operands: [file = ''], progress }) {
      const { restore } = await import('./operators/backup/restore');
      const { elsewhereSentence } = await import('./operators/backup/manifest');
      const { isCopy, restoreCopy, copyLacks } = await import('./operators/copies/restore-copy');
      const fromCopy = isCopy(file);
      const restored = fromCopy
        ? await restoreCopy(await config(), file, progress)
        : await restore((await config()).dataDir, file, { progress });
      const { dataDir, kept, earlier } = restored;
      const old = kept ? ` What was there is in ${kept}.` : '';
      const older = earlier ? ` What was there before the interrupted restore is in ${earlier}.` : '';
      return {
        say: `${file} is restored into ${dataDir}.${old}${older}${fromCopy ? ` ${copyLacks(await config())}` : elsewhereSentence(restored)} ${HELD}`,
        data: restored,
      };
    },
  },

  export: {
    summary: 'Write messages into a file for other programs, or for `import`',
    operands: ['[FILE|FOLDER]'],
    options: {
      of: { value: 'PHONE', about: 'only the messages of this person' },
      format: { value: 'FORMAT', about: `${Object.keys(FORMATS).join(', ')}; only json is complete` },
    },
    examples: [
      'tagline export',
      'tagline export --of +12025550111 --format markdown notes.zip',
      'tagline export --of +12025550111 --format bookmarks',
    ],
    run: ({ operands: [to = '.'], options, progress }) =>
      withApp(async (app) => {
        const { exportFile } = await import('./archive/export');
        const { requireUserByPhone } = await import('./people/users');
        const { format = 'json', of } = options;
        if (!isFormat(format)) throw new VisibleError('BAD_REQUEST', `There is no format "${format}".`);
        const exported = await exportFile(app, of ? requireUserByPhone(app, of) : null, {
          format,
          to,
          progress,
        });
        return { say: `${exported.file} has ${countOf(exported.messages, 'message')}.`, data: exported };
      }),
  },

  import: {
    summary: 'Read messages from an export of Tagline, or from files of other programs',
    operands: ['FILE|FOLDER'],
    options: {
      as: { value: 'PHONE', about: 'owner of messages for which the file names none' },
      look: { about: 'only say what is in it' },
      only: { value: 'NAMES', about: 'conversations or senders to import, separated by commas' },
      tag: { value: 'TAG', about: 'hashtag for notes that have none' },
    },
    examples: [
      'tagline import tagline-export.zip',
      'tagline import takeout.zip --as +12025550111 --look',
      'tagline import sms.xml --as +12025550111 --only "Me, Mom"',
    ],
    run: ({ operands: [file = ''], options: { as: phone, look, only, tag }, progress }) =>
      withNewApp(async (app) => {
        const { importFile, lookAtFile } = await import('./archive/import');
        const { importSentence, lookLines } = await import('./archive/sentences');
        const { requireUserByPhone } = await import('./people/users');
        const as = phone ? requireUserByPhone(app, phone) : null;
        const names = only?.split(',').map((name) => name.trim());
        const settings = { as, names, untagged: slug(tag ?? '') || undefined, progress };
        if (look) {
          const seen = await lookAtFile(app, file, settings);
          return { say: lookLines(seen), data: seen };
        }
        const imported = await importFile(app, file, settings);
        return { say: importSentence(imported), data: imported };
      }),
  },

  doctor: {
    summary: 'Check the texts, the data, the disk, the clock and the backups',
    options: { fix: { about: 'first sets at the gateway what can be set from here, such as webhooks' } },
    examples: ['tagline doctor', 'tagline doctor --fix', 'tagline doctor --json'],
    run: ({ options }) =>
      withApp(async (app) => {
        const { examine } = await import('./operators/health/health');
        const { toLine } = await import('./operators/health/words');
        const findings = await examine(app, { fix: options.fix !== undefined });
        return {
          say: findings.map(toLine).join('\n'),
          data: { findings },
          ok: findings.every(({ state }) => state !== 'bad'),
        };
      }),
  },

  media: {
    summary: 'Move photos and files to S3, or back to the folder; a server may be running',
    operands: ['move', 's3://BUCKET/PATH|folder'],
    examples: ['tagline media move s3://bucket/photos', 'tagline media move folder'],
    run: ({ operands: [verb, to = ''], progress }) =>
      withApp(async (app) => {
        if (verb !== 'move')
          throw new VisibleError('BAD_REQUEST', `There is no "media ${verb}", only "media move".`);
        const { moveMedia } = await import('./media/place/move');
        const moved = await moveMedia(app, to, progress);
        return { say: moved.say, data: moved };
      }),
  },

  reindex: {
    summary: 'Build the indexes for search anew; a server may be running',
    examples: ['tagline reindex'],
    run: ({ progress }) =>
      withApp(async (app) => {
        const { lockDataDir } = await import('./app/data-folder/lock');
        const { reindex } = await import('./search/reindex');
        using lock = lockDataDir(app.config.dataDir);
        const messages = await reindex(app, { served: lock === null, progress });
        const what = countOf(messages, 'message');
        return {
          say: lock ? `${what} can be found.` : `The running server now indexes ${what}.`,
          data: { messages, served: lock === null },
        };
      }),
  },

  'make-admin': {
    summary: 'Make an account an operator, or with --remove an ordinary user',
    operands: ['PHONE'],
    options: { remove: { about: 'remove the right; numbers in ADMIN_PHONES keep it' } },
    examples: ['tagline make-admin +12025550111', 'tagline make-admin +12025550111 --remove'],
    run({ operands: [phone = ''], options }) {
      return withApp(async (app) => {
        const { isOperator } = await import('./app/trpc');
        const { setOperator } = await import('./people/operators');
        const operator = !options.remove;
        const user = setOperator(app, phone, operator);
        const is = isOperator(app, user);
        const stays = is && !operator;
        return {
          say: stays
            ? `${user.phone} stays an operator, because ADMIN_PHONES names it. Take it out there and restart.`
            : `${user.phone} is ${is ? 'an' : 'no'} operator.`,
          data: { phone: user.phone, operator: is },
          ok: !stays,
        };
      });
    },
  },

  licenses: {
    summary: 'Print what the program contains, and under which licenses',
    examples: ['tagline licenses | less'],
    async run() {
      const { readLicenses } = await import('./start/licenses');
      const licenses = readLicenses();
      return { say: licenses, data: { licenses } };
    },
  },

  seed: {
    summary: 'Add invented people and messages, to look around or to measure',
    operands: ['[COUNT]'],
    examples: ['tagline seed', 'DATA_DIR=/tmp/big tagline seed 1000000'],
    async run({ operands: [count = '1000'], progress }) {
      const { seed } = await import('./start/seed');
      const seeded = seed(await config(), Number(count.replaceAll(/[,_]/g, '')), progress);
      const madeUp = seeded.real ? '' : ' The words are made up.';
      return {
        say: `${countOf(seeded.messages, 'message')} of ${countOf(seeded.people, 'person', 'people')}.${madeUp}`,
        data: seeded,
      };
    },
  },

  ...clientCommands({ env: process.env, stdin: process.stdin }),

  completion: {
    summary: 'Print the completion of commands and boards for a shell',
    operands: ['bash|zsh|fish'],
    examples: [
      'source <(tagline completion bash)',
      'tagline completion fish > ~/.config/fish/completions/tagline.fish',
    ],
    async run({ operands: [shell = ''] }) {
      const { completionFor } = await import('./start/completion');
      const script = completionFor(COMMANDS, shell);
      return { say: script, data: { script } };
    },
  },

  man: {
    summary: 'Print the manual page',
    examples: ['tagline man > tagline.1', 'tagline man | man -l -'],
    async run() {
      const { manualPage } = await import('./start/manual-page');
      const page = manualPage(COMMANDS);
      return { say: page, data: { page } };
    },
  },
};

const failureOf = (error: unknown): Failure =>
  failureOfClient(error) ?? { sentence: sentenceOf(error), exitCode: EXIT_CODES.failed[0] };

function sentenceOf(error: unknown): string {
  const isDebugging = /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '');
  if (isDebugging) createLog('debug').debug({ err: error }, 'the command failed');
  return errorSentence(error);
}

function stopAtFault(error: unknown): never {
  // whoever read what a command prints, such as head, has seen enough
  if (!serving && (error as NodeJS.ErrnoException)?.code === 'EPIPE') process.exit(EXIT_CODES.done[0]);
  if (serving) createLog('fatal').fatal({ err: error }, 'the server stops because of a fault');
  else printError(sentenceOf(error), process.argv.includes('--json'));
  process.exit(1);
}

async function read(given = ''): Promise<null> {
  serving = true;
  const { runReader } = await import('./start/readers/reader');
  runReader(await config(), JSON.parse(given));
  return null;
}

process.on('uncaughtException', stopAtFault);
process.on('unhandledRejection', stopAtFault);

// the program's files contain messages and secrets, so only the user who runs the program may read them
process.umask(0o077);

if (process.argv[2] === CAGE) await (await import('./start/caged')).runCage(process.argv.slice(3));

const code =
  process.argv[2] === READER
    ? await read(process.argv[3])
    : await runCommand(COMMANDS, process.argv.slice(2), { byDefault: 'serve', failureOf });
if (code !== null) process.exit(code);
