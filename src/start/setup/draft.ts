import { BLOCKS } from '../../app/config/gateways';
import type { Env } from '../../app/config/settings';
import { ConfigError } from '../../app/errors';
import { type Changes, namesIn, readEnvFile, withChanges, writeEnvFile } from './env-file';
import { errorAbout, lineOf, settingsOf } from './questions';

export type Draft = {
  file: string;
  /** Bun has added the variables from the file `.env`. */
  before: Env;
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

export const refusalOf = (draft: Draft, name: string, value: string): string | null =>
  errorAbout(name, withAnswer(draft, name, value));

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

export const lineLabel = ({ env }: Draft): string => BLOCKS[lineOf(env) ?? 'simulator'].label;

export const hiddenSentence = (names: string[]): string =>
  `The environment sets ${names.join(', ')} to another value, which comes before that in the file. Remove it there.`;
