import { parseArgs } from 'node:util';
import { VERSION } from './version';

/** One thing the program can do. Its help is made from this, so that it cannot say otherwise. */
export type Command = {
  summary: string;
  /** What may follow its name, such as `FILE` or `[FOLDER]`: that many, and those in brackets need not. */
  operands?: string[];
  /** By their long names. With `value` it takes one, which the help calls so. */
  options?: Record<string, Option>;
  examples: string[];
  /** Answers what it has done: a sentence for people, and data for `--json`. Nothing while it goes on serving. */
  run(given: Invocation): Promise<Outcome | undefined> | Outcome | undefined;
};

type Option = { about: string; value?: string; short?: string };

export type Invocation = {
  operands: string[];
  /** Of a flag that is set, 'yes'. */
  options: Record<string, string | undefined>;
  /** Draws how far something has come on stderr, when a person is looking. */
  progress: (doing: string, done: number, total: number) => void;
};

export type Outcome = { say: string; data: Record<string, unknown>; ok?: boolean };

/** Exit codes: done; refused or failed, with one sentence on stderr; not a command line. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const COMMON: Record<string, Option> = {
  json: { about: 'print the outcome as one line of JSON on stdout' },
  help: { about: 'print this', short: 'h' },
};

class Misuse extends Error {}

/**
 * Finds the command in `argv`, runs it and prints what it answers. Resolves to the exit code, or to null while
 * the command goes on. `sentenceOf` says an error to people, or answers null when it is none of theirs.
 */
export async function runCommand(
  commands: Record<string, Command>,
  argv: string[],
  { byDefault, sentenceOf }: { byDefault: string; sentenceOf: (error: unknown) => string | null },
): Promise<number | null> {
  const [first = ''] = argv;
  if (first === '--version' || first === '-v') return print(`tagline ${VERSION}`);
  if (first === '--help' || first === '-h' || first === 'help') return print(helpOfAll(commands, byDefault));
  const named = first !== '' && !first.startsWith('-');
  const name = named ? first : byDefault;
  const json = argv.includes('--json');
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Misuse(`There is no command "${name}".`);
    const { operands, options } = read(name, command, named ? argv.slice(1) : argv);
    if (options.help) return print(helpOf(name, command));
    const bar = json ? () => {} : progressBar();
    const outcome = await command.run({ operands, options, progress: bar });
    bar('', 0, 0);
    if (!outcome) return null;
    print(json ? JSON.stringify(outcome.data) : outcome.say);
    return outcome.ok === false ? FAILED : DONE;
  } catch (error) {
    const sentence = error instanceof Misuse ? error.message : sentenceOf(error);
    if (sentence === null) throw error;
    process.stderr.write(`\r\x1b[K`.repeat(process.stderr.isTTY ? 1 : 0));
    process.stderr.write(`${sentence}\n`);
    if (json) print(JSON.stringify({ error: sentence }));
    if (!(error instanceof Misuse)) return FAILED;
    process.stderr.write(`Try: tagline ${Object.hasOwn(commands, name) ? `${name} ` : ''}--help\n`);
    return MISUSED;
  }
}

function read(name: string, { operands = [], options = {} }: Command, args: string[]) {
  const known = { ...options, ...COMMON };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(known).map(([option, { value, short }]) => [
          option,
          { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
        ]),
      ),
    });
    const needed = operands.filter((operand) => !operand.startsWith('['));
    if (!values.help && (positionals.length < needed.length || positionals.length > operands.length))
      throw new Error(`It takes ${operands.join(' ') || 'nothing'} after its name.`);
    const given = Object.entries(values).map(([option, value]) => [option, value === true ? 'yes' : value]);
    return { operands: positionals, options: Object.fromEntries(given) as Invocation['options'] };
  } catch (error) {
    throw new Misuse(`tagline ${name}: ${(error as Error).message}`);
  }
}

function helpOfAll(commands: Record<string, Command>, byDefault: string): string {
  return `Text it, tag it, find it later.

Usage: tagline [COMMAND] [OPTIONS]

Commands:
${columns(Object.entries(commands).map(([name, { summary }]) => [name, name === byDefault ? `${summary} (the default)` : summary]))}

Options:
${columns([
  ['-h, --help', 'print this, or with a command what it takes'],
  ['-v, --version', 'print the version'],
  ['--json', 'print the outcome as one line of JSON on stdout'],
])}

Examples:
${Object.values(commands)
  .map(({ examples }) => `  ${examples[0]}`)
  .join('\n')}

Settings come from environment variables: DATA_DIR, PORT, PUBLIC_URL, TWILIO_ACCOUNT_SID and others, see the
README. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;
}

const helpOf = (name: string, { summary, operands = [], options = {}, examples }: Command) => `${summary}.

Usage: ${['tagline', name, ...operands, '[OPTIONS]'].join(' ')}

Options:
${columns(
  Object.entries({ ...options, ...COMMON }).map(([option, { about, value, short }]) => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    about,
  ]),
)}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`;

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return DONE;
}

const BAR = 30;
const REDRAW_MS = 100;

function progressBar(): Invocation['progress'] {
  let drawnAt = 0;
  let drawn = '';
  return (doing, done, total) => {
    if (!process.stderr.isTTY) return;
    if (doing === '') return void process.stderr.write(drawn && '\r\x1b[K');
    if (doing === drawn && Date.now() - drawnAt < REDRAW_MS && done < total) return;
    drawnAt = Date.now();
    drawn = doing;
    const part = total > 0 ? done / total : 0;
    const bar = '█'.repeat(Math.round(part * BAR)).padEnd(BAR, '░');
    process.stderr.write(`\r\x1b[K${doing} ${total > 0 ? `${bar} ${Math.floor(part * 100)} %` : '...'}`);
  };
}
