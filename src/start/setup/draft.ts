import { BLOCKS } from '../../app/config/gateways';
import type { Env } from '../../app/config/settings';
import { ConfigError } from '../../app/errors';
import { type Changes, namesIn, readEnvFile, withChanges, writeEnvFile } from './env-file';
import { errorAbout, lineOf, settingsOf } from './questions';

/** The answers so far. Nothing is written into the file before `save`. */
export type Draft = {
  /** Path of the file `.env`. */
  file: string;
  /**
   * The environment variables at the start of this program. Bun has added the variables from the file `.env`.
   */
  before: Env;
  /** The environment variables, changed by the answers so far. */
  env: Env;
  /** Names of the settings that were answered, or that follow from an answer. */
  answered: Set<string>;
};

export const openDraft = (file: string, env: Env): Draft => ({
  file,
  before: env,
  env: { ...env },
  answered: new Set(),
});

/**
 * Returns the error with which a server would refuse an answer at its start, or null if it would accept the
 * answer.
 */
export const refusalOf = (draft: Draft, name: string, value: string): string | null =>
  errorAbout(name, withAnswer(draft, name, value));

/** Puts an answer into the draft. Throws a ConfigError if a server would not start with it. */
export function answer(draft: Draft, name: string, value: string): void {
  const refusal = refusalOf(draft, name, value);
  if (refusal) throw new ConfigError(refusal);
  for (const each of Object.keys(settingsOf(name, value, draft.env))) draft.answered.add(each);
  draft.env = withAnswer(draft, name, value);
}

function withAnswer({ env }: Draft, name: string, value: string): Env {
  const settings = Object.entries(settingsOf(name, value, env));
  return { ...env, ...Object.fromEntries(settings.map(([each, set]) => [each, set ?? undefined])) };
}

/**
 * Writes the answers into the file. Other settings in the file stay, even if they were written meanwhile.
 * Returns the names of settings that have another value in the environment. A server that starts from this
 * environment would use that value.
 */
export function save({ file, before, env, answered }: Draft): string[] {
  const text = readEnvFile(file);
  const existing = namesIn(text);
  const changes: Changes = {};
  for (const name of answered)
    if (env[name] !== before[name] || !existing.has(name)) changes[name] = env[name] ?? null;
  writeEnvFile(file, withChanges(text, changes));
  return Object.keys(changes).filter(
    (name) => !existing.has(name) && before[name] !== undefined && before[name] !== env[name],
  );
}

/** Returns the name of the gateway that a draft chooses, as operators read it. */
export const lineLabel = ({ env }: Draft): string => BLOCKS[lineOf(env) ?? 'simulator'].label;

/** Returns a sentence that says which settings of the file the environment overrides. */
export const hiddenSentence = (names: string[]): string =>
  `The environment sets ${names.join(', ')} to another value, which comes before that in the file. Remove it there.`;
