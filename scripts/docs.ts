import { join } from 'node:path';
import { z } from 'zod';
import { SETTINGS } from '../src/config';
import { message } from '../src/contract/messages';
import { profile } from '../src/contract/users';
import type { Call } from '../src/http/calls';
import { DOCUMENTED_CALLS } from '../src/http/openapi';
import { RATE_LIMITS } from '../src/rate-limits';
import { ROOT } from './setup';

/** `bun run docs`: writes the generated tables in docs/ from the tables that the program itself uses. */

type GeneratedPart = { name: string; generate: () => string };

/**
 * The parts of each document that are generated. A part stands between `<!-- name -->` and `<!-- /name -->`.
 */
export const GENERATED: Record<string, GeneratedPart[]> = {
  'docs/api.md': [{ name: 'calls', generate: callsTable }],
  'docs/operations.md': [
    { name: 'configuration', generate: settingsTable },
    { name: 'limits', generate: limitsTable },
  ],
};

/** Answers that many calls give; the table names them instead of listing their fields. */
const NAMED_ANSWERS = new Map<z.core.$ZodType, string>([
  [message, 'a message'],
  [profile, 'a profile'],
]);

/** Returns a document's text with its generated parts up to date. */
export const regenerate = (file: string, text: string): string =>
  (GENERATED[file] ?? []).reduce((text, { name, generate }) => replacePart(text, name, generate()), text);

/** Returns a document's text with the part of that name replaced. Throws if the document has no such part. */
export function replacePart(text: string, name: string, content: string): string {
  const part = new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!part.test(text)) throw new Error(`The document has no part <!-- ${name} -->.`);
  return text.replace(part, (_, begin, end) => `${begin}\n${content}\n${end}`);
}

/** Returns a Markdown table. */
export const markdownTable = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function callsTable(): string {
  const rows = DOCUMENTED_CALLS.map((call) => [
    `\`${call.method} ${call.path}\``,
    call.meta.summary,
    inputFields(call),
    answerFields(call.answer.schema),
  ]);
  const named = [...NAMED_ANSWERS].map(
    ([type, name]) => `${name[0]?.toUpperCase()}${name.slice(1)} is ${fieldsOf(type)}.`,
  );
  return `${markdownTable(['call', 'what it does', 'send', 'answer'], rows)}\n\n${named.join('\n')}`;
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, [standard, meaning]]) => [
    `\`${name}\``,
    standard,
    meaning,
  ]);
  return markdownTable(['name', 'default', 'meaning'], rows);
}

function limitsTable(): string {
  const rows = Object.entries(RATE_LIMITS).map(([name, { max, window }]) => [
    name,
    max.toLocaleString('en-US'),
    durationOf(window),
  ]);
  return markdownTable(['limit', 'at most', 'within'], rows);
}

/** Returns a whole number of days, hours or minutes in words. */
function durationOf(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns the fields that a call takes beside its path. A question mark marks those that may be left out. */
function inputFields({ input, path }: Call): string {
  if (!input) return '';
  const { properties = {}, required = [] } = jsonSchema(input, 'input');
  return Object.keys(properties)
    .filter((key) => !path.includes(`{${key}}`))
    .map((key) => (required.includes(key) ? key : `${key}?`))
    .join(', ');
}

function answerFields(type: z.core.$ZodType): string {
  if (type instanceof z.core.$ZodArray) return `list: ${answerFields(type._zod.def.element)}`;
  if (type instanceof z.core.$ZodFile) return 'the file';
  return NAMED_ANSWERS.get(type) ?? (fieldsOf(type) || 'a string');
}

const fieldsOf = (type: z.core.$ZodType) =>
  Object.keys(jsonSchema(type, 'output').properties ?? {}).join(', ');

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };

const jsonSchema = (type: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as JsonSchema;

if (import.meta.main)
  for (const file of Object.keys(GENERATED)) {
    const path = join(ROOT, file);
    await Bun.write(path, regenerate(file, await Bun.file(path).text()));
    console.log(`${file} is up to date.`);
  }
