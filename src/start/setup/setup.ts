import { resolve } from 'node:path';
import { readConfig, SETTINGS } from '../../app/config/config';
import type { Env } from '../../app/config/settings';
import { VisibleError } from '../../app/errors';
import { toLine } from '../../operators/health/words';
import type { Invocation, Outcome } from '../command-line';
import { answer, type Draft, hiddenSentence, lineLabel, openDraft, save } from './draft';
import { mailRecords } from './mail-records';
import { isSecret, LINE, lineOf, questionsFor } from './questions';
import { tryOut } from './trial';

const WAIT_MAX = 60;

type Surroundings = {
  file: string;
  env: Env;
  isTerminal: boolean;
  readStdin: () => Promise<string>;
};

export async function setUp(
  { options, lists }: Pick<Invocation, 'options' | 'lists'>,
  { file, env, isTerminal, readStdin }: Surroundings,
): Promise<Outcome> {
  if (!options.yes && (options.stdin || !isTerminal))
    throw refuse(
      'Setup asks its questions in a terminal, and this is none. Answer by options instead, such as --line, --set and --yes: see tagline setup --help.',
    );
  const draft = openDraft(file, env);
  if (options.line) answer(draft, LINE, options.line);
  for (const assignment of lists.set ?? []) {
    const [name, value] = split(assignment);
    if (isSecret(name))
      throw refuse(
        `${name} is secret, and other users of this machine can see the options of a command. Give it in the environment, or with --stdin.`,
      );
    take(draft, name, value);
  }
  const lines = options.stdin ? (await readStdin()).split('\n') : [];
  for (const line of lines.filter((each) => each.trim())) take(draft, ...split(line));
  if (options.yes) return finish(draft, options);
  const { runDialogue } = await import('./dialogue');
  return runDialogue(draft);
}

async function finish(draft: Draft, { force, fix, wait }: Invocation['options']): Promise<Outcome> {
  const minutes = wait === undefined ? 0 : Number(wait);
  if (!(minutes >= 0 && minutes <= WAIT_MAX))
    throw refuse(`--wait takes a number of minutes up to ${WAIT_MAX}.`);
  if (!lineOf(draft.env)) throw refuse('Name the line for texts, such as --line twilio.');
  for (;;) {
    const open = questionsFor(draft.env).find(({ name }) => !draft.answered.has(name));
    if (!open) break;
    answer(draft, open.name, open.suggested);
  }
  const config = readConfig(draft.env);
  const { findings } = await tryOut(config, { repair: Boolean(fix) });
  const file = resolve(draft.file);
  const said = findings.map(toLine);
  if (findings.some(({ state }) => state === 'bad') && !force) {
    said.push('Nothing was written. Correct what is wrong, or save the settings anyway with --force.');
    return { say: said.join('\n'), data: { file, saved: false, findings }, ok: false };
  }
  const hidden = save(draft);
  said.push(`${file} has the settings of ${lineLabel(draft)}.`);
  if (hidden.length > 0) said.push(hiddenSentence(hidden));
  said.push(...mailRecords(config));
  const { waitUnattended } = await import('./first-text');
  const text = minutes > 0 ? await waitUnattended(config, minutes) : null;
  if (text) said.push(text.say);
  return { say: said.join('\n'), data: { file, saved: true, findings }, ok: text?.ok ?? true };
}

function take(draft: Draft, name: string, value: string) {
  if (!SETTINGS[name]) throw refuse(`There is no setting "${name}".`);
  answer(draft, name, value);
}

/** The error message does not quote the assignment, because the value may be secret. */
function split(assignment: string): [name: string, value: string] {
  const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(assignment) ?? [];
  if (!name) throw refuse('A setting is given as NAME=VALUE.');
  return [name, value ?? ''];
}

const refuse = (sentence: string) => new VisibleError('BAD_REQUEST', sentence);
