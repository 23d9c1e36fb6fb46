import { join } from 'node:path';
import { z } from 'zod';
import { ABILITIES, type Abilities } from '../src/app/config/abilities';
import { SETTINGS } from '../src/app/config/config';
import { BLOCKS } from '../src/app/config/gateways';
import { RATE_LIMITS, type RateLimit } from '../src/app/rate-limits';
import { message } from '../src/contract/messages';
import { FORM_GROUPS, TEXTING_FORMS } from '../src/contract/texting-forms';
import { profile } from '../src/contract/users';
import type { Call } from '../src/http/calls';
import { MCP_TOOLS } from '../src/http/mcp-tools';
import { METRICS } from '../src/http/metrics';
import { DOCUMENTED_CALLS } from '../src/http/openapi';
import { unit } from './release/packages';
import { ROOT } from './setup';

type GeneratedPart = { name: string; generate: () => string };

/** The generated parts of each document. A part stands between `<!-- name -->` and `<!-- /name -->`. */
export const GENERATED: Record<string, GeneratedPart[]> = {
  'docs/product/commands.md': [{ name: 'forms', generate: formsTable }],
  'docs/product/lines.md': [{ name: 'lines', generate: linesTable }],
  'docs/api.md': [
    { name: 'tools', generate: toolsTable },
    { name: 'calls', generate: callsTable },
  ],
  'docs/operations.md': [
    { name: 'unit', generate: unitBlock },
    { name: 'configuration', generate: settingsTable },
    { name: 'metrics', generate: metricsTable },
    { name: 'limits', generate: limitsTable },
  ],
};

const NAMED_ANSWERS = new Map<z.core.$ZodType, string>([
  [message, 'a message'],
  [profile, 'a profile'],
]);

export const regenerate = (file: string, text: string): string =>
  (GENERATED[file] ?? []).reduce((text, { name, generate }) => replacePart(text, name, generate()), text);

export function replacePart(text: string, name: string, content: string): string {
  const part = new RegExp(`(<!-- ${name} -->)[\\s\\S]*?( *<!-- /${name} -->)`);
  if (!part.test(text)) throw new Error(`The document has no part <!-- ${name} -->.`);
  return text.replace(part, (_, begin, end) => `${begin}\n${content}\n${end}`);
}

export const markdownTable = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function formsTable(): string {
  const rows = Object.entries(FORM_GROUPS).flatMap(([group, title]) => {
    const forms = TEXTING_FORMS.filter((form) => form.group === group).map(({ form }) => `\`${form}\``);
    return forms.length > 0 ? [[title, forms.join(', ')]] : [];
  });
  return markdownTable(['to', 'text'], rows);
}

function toolsTable(): string {
  const rows = MCP_TOOLS.map(({ name, call, description }) => [
    `\`${name}\``,
    description.replace(/\.$/, ''),
    `\`${call.method} ${call.path}\``,
  ]);
  return markdownTable(['tool', 'what it does', 'call'], rows);
}

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

function linesTable(): string {
  const blocks = Object.entries(BLOCKS);
  const rows = Object.entries(ABILITIES).map(([ability, { can }]) => [
    can,
    ...blocks.map(([, block]) => (block.can[ability as keyof Abilities] ? 'yes' : 'no')),
  ]);
  return markdownTable(['', ...blocks.map(([kind]) => `\`${kind}\``)], rows);
}

/** Stands in a list, so it is indented. */
function unitBlock(): string {
  const lines = ['```ini /etc/systemd/system/tagline.service', ...unit().trimEnd().split('\n'), '```'];
  return lines.map((line) => (line === '' ? '' : `   ${line}`)).join('\n');
}

function metricsTable(): string {
  const rows = METRICS.map(({ name, type, help }) => [`\`tagline_${name}\``, type, help.replace(/\.$/, '')]);
  return markdownTable(['metric', 'kind', 'meaning'], rows);
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, { standard, meaning }]) => [
    `\`${name}\``,
    standard,
    meaning,
  ]);
  return markdownTable(['name', 'default', 'meaning'], rows);
}

function limitsTable(): string {
  const rows = Object.entries<RateLimit>(RATE_LIMITS).map(([name, { max, window, inSegments }]) => [
    name,
    `${max.toLocaleString('en-US')}${inSegments ? ' segments' : ''}`,
    durationOf(window),
  ]);
  return markdownTable(['limit', 'at most', 'within'], rows);
}

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
  if (type instanceof z.core.$ZodNullable) return answerFields(type._zod.def.innerType);
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
