import { parseArgs } from 'node:util';
import { VERSION } from '../app/version';

export type Command = {
  summary: string;
  /** Of somebody who has logged in to a server, wherever that is; the others are for the server itself. */
  ofClient?: true;
  /** Such as `FILE`; `[FOLDER]` may be left out, and `FILE...` repeated. */
  operands?: string[];
  options?: Record<string, Option>;
  examples: string[];
  run(invocation: Invocation): Promise<Outcome> | Outcome;
};

/** An option without `value` is a flag. */
export type Option = { about: string; value?: string; short?: string; repeated?: true };

export type Invocation = {
  operands: string[];
  options: Record<string, string | undefined>;
  lists: Record<string, string[] | undefined>;
  progress: (doing: string, done: number, total: number) => void;
  /** Prints before the outcome: `say`, or with --json one line with `data`. */
  print: (say: string, data: Record<string, unknown>) => void;
};

/** With `keepsRunning: true` the program keeps running, as a server does. */
export type Outcome = { say: string; data: Record<string, unknown>; ok?: boolean; keepsRunning?: true };

export const EXIT_CODES = {
  done: [0, 'done'],
  failed: [1, 'refused or failed'],
  misused: [2, 'wrong usage'],
  signedOut: [3, 'not logged in, or not any more'],
  away: [4, 'the server cannot be reached or is busy: try again later'],
} as const;
const [DONE, FAILED, MISUSED] = [EXIT_CODES.done[0], EXIT_CODES.failed[0], EXIT_CODES.misused[0]];

/** One sentence for people, and what the program ends with. */
export type Failure = { sentence: string; exitCode: number };

export const COMMON: Record<string, Option> = {
  json: { about: 'print the outcome as one line of JSON on stdout' },
  help: { about: 'print this help', short: 'h' },
};

class Misuse extends Error {}

export async function runCommand(
  commands: Record<string, Command>,
  argv: string[],
  { byDefault, failureOf }: { byDefault: string; failureOf: (error: unknown) => Failure },
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
    const { operands, options, lists } = parse(name, command, named ? argv.slice(1) : argv);
    if (options.help) return print(helpOf(name, command));
    const bar = json ? () => {} : progressBar();
    const printIt = (say: string, data: Record<string, unknown>) =>
      void print(json ? JSON.stringify(data) : say);
    const outcome = await command.run({ operands, options, lists, progress: bar, print: printIt });
    bar('', 0, 0);
    printIt(outcome.say, outcome.data);
    if (outcome.keepsRunning) return null;
    return outcome.ok === false ? FAILED : DONE;
  } catch (error) {
    const failure =
      error instanceof Misuse ? { sentence: error.message, exitCode: MISUSED } : failureOf(error);
    printError(failure.sentence, json);
    if (!(error instanceof Misuse)) return failure.exitCode;
    process.stderr.write(`Try: tagline ${Object.hasOwn(commands, name) ? `${name} ` : ''}--help\n`);
    return MISUSED;
  }
}

export function printError(sentence: string, json: boolean): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K'); // clears the progress bar
  process.stderr.write(`${sentence}\n`);
  if (json) print(JSON.stringify({ error: sentence }));
}

function parse(name: string, { operands = [], options = {} }: Command, args: string[]) {
  const allOptions = { ...options, ...COMMON };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(allOptions).map(([option, { value, short, repeated = false }]) => [
          option,
          {
            type: value ? ('string' as const) : ('boolean' as const),
            multiple: repeated,
            ...(short && { short }),
          },
        ]),
      ),
    });
    const required = operands.filter((operand) => !operand.startsWith('['));
    const most = operands.at(-1)?.includes('...') ? Infinity : operands.length;
    if (!values.help && (positionals.length < required.length || positionals.length > most))
      throw new Error(`It takes ${operands.join(' ') || 'nothing'} after its name.`);
    const set = Object.entries(values).map(([option, value]) => [option, value === true ? 'yes' : value]);
    const [lists, single] = [true, false].map((isList) =>
      Object.fromEntries(set.filter(([, value]) => Array.isArray(value) === isList)),
    );
    return {
      operands: positionals,
      options: single as Invocation['options'],
      lists: lists as Invocation['lists'],
    };
  } catch (error) {
    throw new Misuse(`tagline ${name}: ${(error as Error).message}`);
  }
}

function helpOfAll(commands: Record<string, Command>, byDefault: string): string {
  return `Text it, tag it, find it later.

Usage: tagline [COMMAND] [OPTIONS]

Commands:
${summaries(commands, byDefault, false)}

Commands for notes on any server, after tagline login:
${summaries(commands, byDefault, true)}

Options:
${columns([
  ['-h, --help', 'print this help, or the help of a command'],
  ['-v, --version', 'print the version'],
  ['--json', 'print the outcome as one line of JSON on stdout'],
])}

Examples:
${Object.values(commands)
  .map(({ examples }) => `  ${examples[0]}`)
  .join('\n')}

Settings come from environment variables such as DATA_DIR, PORT, PUBLIC_URL and SMS_GATEWAY; see
docs/operations.md.

Exit codes:
${columns(Object.values(EXIT_CODES).map(([code, meaning]) => [String(code), meaning]))}`;
}

const summaries = (commands: Record<string, Command>, byDefault: string, ofClient: boolean) =>
  columns(
    Object.entries(commands)
      .filter(([, command]) => Boolean(command.ofClient) === ofClient)
      .map(([name, { summary }]) => [name, name === byDefault ? `${summary} (the default)` : summary]),
  );

const helpOf = (name: string, { summary, operands = [], options = {}, examples }: Command) => `${summary}.

Usage: ${['tagline', name, ...operands, '[OPTIONS]'].join(' ')}

Options:
${columns(
  Object.entries({ ...options, ...COMMON }).map(([option, given]) => [nameOf(option, given), given.about]),
)}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}`;

export const nameOf = (option: string, { value, short }: Option): string =>
  `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return DONE;
}

const BAR_WIDTH = 30;
const REDRAW_MS = 100;

function progressBar(): Invocation['progress'] {
  let drawnAt = 0;
  let shown = '';
  return (doing, done, total) => {
    if (!process.stderr.isTTY) return;
    if (doing === '') return void process.stderr.write(shown && '\r\x1b[K');
    if (doing === shown && Date.now() - drawnAt < REDRAW_MS && done < total) return;
    drawnAt = Date.now();
    shown = doing;
    const part = total > 0 ? done / total : 0;
    const bar = '█'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
    process.stderr.write(`\r\x1b[K${doing} ${total > 0 ? `${bar} ${Math.floor(part * 100)} %` : '...'}`);
  };
}
