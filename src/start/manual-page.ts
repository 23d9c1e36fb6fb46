import { VERSION } from '../app/version';
import { COMMON, type Command, EXIT_CODES, nameOf, type Option } from './command-line';

/** Escapes what would be a request or an escape in roff (groff_man(7)). */
const roff = (text: string) =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq').replace(/^\./gm, '\\&.');

const entries = (rows: [string, string][]) =>
  rows.map(([name, about]) => `.TP\n.B ${roff(name)}\n${roff(about)}.`).join('\n');

const optionRows = (options: Record<string, Option>): [string, string][] =>
  Object.entries(options).map(([option, given]) => [nameOf(option, given), given.about]);

export function manualPage(commands: Record<string, Command>): string {
  const ofKind = (ofClient: boolean) =>
    Object.entries(commands)
      .filter(([, command]) => Boolean(command.ofClient) === ofClient)
      .map(([name, command]) => describe(name, command))
      .join('\n');
  return `.TH TAGLINE 1 "" "Tagline ${VERSION}" "User commands"
.SH NAME
tagline \\- keep notes, links and photos by text; a server and its client
.SH SYNOPSIS
.B tagline
[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]
.SH DESCRIPTION
People text notes, links and photos to a number, and hashtags become boards.
Without a command the program serves the web app, the API and the texts.
.SH COMMANDS
${ofKind(false)}
.SH COMMANDS FOR NOTES
These speak to any server, as somebody who has logged in to it.
${ofKind(true)}
.SH OPTIONS OF ALL COMMANDS
${entries(optionRows(COMMON))}
.SH EXIT STATUS
${entries(Object.values(EXIT_CODES).map(([code, meaning]) => [String(code), meaning]))}
.SH ENVIRONMENT
${entries([
  ['DATA_DIR, PORT, PUBLIC_URL, SMS_GATEWAY', 'settings of the server; docs/operations.md has all of them'],
  ['TAGLINE_URL, TAGLINE_TOKEN', 'address and access token for one call, before those of the login'],
  ['NO_COLOR', 'print no colours'],
])}
.SH FILES
${entries([['~/.config/tagline/login.json', 'the login, for its owner alone; below XDG_CONFIG_HOME if that is set']])}`;
}

function describe(name: string, { summary, operands = [], options = {}, examples }: Command): string {
  return `.SS ${roff(`tagline ${[name, ...operands].join(' ')}`)}
${roff(summary)}.
${[entries(optionRows(options)), '.PP\n.nf', ...examples.map((example) => `    ${roff(example)}`), '.fi']
  .filter(Boolean)
  .join('\n')}`;
}
