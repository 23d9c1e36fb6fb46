import { VisibleError } from '../app/errors';
import { COMMON, type Command, type Option } from './command-line';

type Commands = Record<string, Command>;

const SHELLS: Record<string, (commands: Commands) => string> = { bash, zsh, fish };

/** Boards come from the server, if somebody is logged in. */
const BOARDS = 'tagline list --names 2>/dev/null';

export function completionFor(commands: Commands, shell: string): string {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!write)
    throw new VisibleError(
      'BAD_REQUEST',
      `There is no completion for ${shell}, only for ${Object.keys(SHELLS).join(', ')}.`,
    );
  return write(commands);
}

const optionsOf = ({ options = {} }: Command): [string, Option][] =>
  Object.entries({ ...options, ...COMMON });

/** What an operand or the value of an option is: a board, one of some words, or a file. */
function kindOf(operand = ''): { boards: true } | { words: string[] } | { files: boolean } {
  const name = operand.replace(/[[\].]/g, '');
  if (name === 'BOARD') return { boards: true };
  if (/^[a-z]+(\|[a-z]+)+$/.test(name)) return { words: name.split('|') };
  return { files: /FILE|FOLDER|WORDS/.test(name) };
}

function bash(commands: Commands): string {
  const complete = (operand?: string) => {
    const kind = kindOf(operand);
    if ('boards' in kind) return `mapfile -t COMPREPLY < <(compgen -W "$(${BOARDS})" -- "$cur")`;
    if ('words' in kind) return `mapfile -t COMPREPLY < <(compgen -W "${kind.words.join(' ')}" -- "$cur")`;
    return kind.files ? 'compopt -o default' : ':';
  };
  const cases = Object.entries(commands).map(([name, command]) => {
    const valued = optionsOf(command).filter(([, { value }]) => value !== undefined);
    const names = optionsOf(command).map(([option]) => `--${option}`);
    return `    ${name})
      case "$before" in
${valued.map(([option, { value }]) => `        --${option}) ${complete(value)}; return ;;\n`).join('')}      esac
      if [[ "$cur" == -* ]]; then mapfile -t COMPREPLY < <(compgen -W "${names.join(' ')}" -- "$cur")
      else ${complete(command.operands?.at(-1))}; fi ;;`;
  });
  return `# source <(tagline completion bash)
_tagline() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "${Object.keys(commands).join(' ')} --help --version" -- "$cur")
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -F _tagline tagline`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function zsh(commands: Commands): string {
  const action = (operand?: string) => {
    const kind = kindOf(operand);
    if ('boards' in kind) return ':board:_tagline_boards';
    if ('words' in kind) return `:word:(${kind.words.join(' ')})`;
    return kind.files ? ':file:_files' : ': :';
  };
  const plain = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
  const cases = Object.entries(commands).map(([name, command]) => {
    const options = optionsOf(command).map(([option, { about, value }]) =>
      quoted(`--${option}[${plain(about)}]${value ? action(value) : ''}`),
    );
    const operands = command.operands?.length ? [quoted(`*${action(command.operands.at(-1))}`)] : [];
    return `    ${name}) _arguments ${[...options, ...operands].join(' ')} ;;`;
  });
  return `#compdef tagline
_tagline_boards() {
  local -a boards=("\${(@f)$(${BOARDS})}")
  compadd -a boards
}
_tagline() {
  local -a commands=(
${Object.entries(commands)
  .map(([name, { summary }]) => `    ${quoted(`${name}:${plain(summary)}`)}`)
  .join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _tagline ]]; then _tagline "$@"; else compdef _tagline tagline; fi`;
}

function fish(commands: Commands): string {
  const action = (operand?: string) => {
    const kind = kindOf(operand);
    if ('boards' in kind) return `-f -a ${quoted(`(${BOARDS})`)}`;
    if ('words' in kind) return `-f -a ${quoted(kind.words.join(' '))}`;
    return kind.files ? '-F' : '-f';
  };
  const lines = Object.entries(commands).flatMap(([name, command]) => {
    const within = `complete -c tagline -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c tagline -n __fish_use_subcommand -f -a ${name} -d ${quoted(command.summary)}`,
      `${within} ${action(command.operands?.at(-1))}`,
      ...optionsOf(command).map(
        ([option, { about, value }]) =>
          `${within} -l ${option} ${value ? `-r ${action(value)} ` : ''}-d ${quoted(about)}`,
      ),
    ];
  });
  return ['complete -c tagline -f', ...lines].join('\n');
}
