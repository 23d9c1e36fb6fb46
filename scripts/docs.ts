import { join } from 'node:path';
import { z } from 'zod';
import { SETTINGS } from '../src/config';
import { message } from '../src/contract/messages';
import { profile } from '../src/contract/users';
import { documentedCalls } from '../src/http/docs';
import type { Call } from '../src/http/rest';
import { ROOT } from './setup';

/** `bun run docs`: writes the README's tables of calls and of settings, from what the program itself goes by. */

const README = join(ROOT, 'README.md');

/** Answers that come often and are long. */
const NAMED = new Map<z.core.$ZodType, string>([
  [message, 'a message'],
  [profile, 'a profile'],
]);

type Json = { properties?: Record<string, unknown>; required?: string[] };

/** The README with its generated parts made anew. */
export const withTables = (readme: string): string =>
  between(between(readme, 'calls', calls()), 'configuration', settings());

/** A text with the part between the two marks of that name made anew. */
export function between(text: string, name: string, table: string): string {
  const part = new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!part.test(text)) throw new Error(`The README has no place for its ${name}.`);
  return text.replace(part, (_, begin, end) => `${begin}\n${table}\n${end}`);
}

const calls = () =>
  `${table(
    ['call', 'what it does', 'send', 'answer'],
    documentedCalls.map((call) => [
      `\`${call.method} ${call.path}\``,
      call.meta.summary,
      sent(call),
      answered(call.answer.schema),
    ]),
  )}

${[...NAMED].map(([type, name]) => `${name[0]?.toUpperCase()}${name.slice(1)} is ${keysOf(type)}.`).join('\n')}`;

const settings = () =>
  table(
    ['name', 'default', 'meaning'],
    Object.entries(SETTINGS).map(([name, [standard, meaning]]) => [`\`${name}\``, standard, meaning]),
  );

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What a call takes beside its path; a question mark for what may be absent. */
function sent({ inputs, path }: Call): string {
  if (!inputs[0]) return '';
  const { properties = {}, required = [] } = schema(inputs[0], 'input');
  return Object.keys(properties)
    .filter((key) => !path.includes(`{${key}}`))
    .map((key) => (required.includes(key) ? key : `${key}?`))
    .join(', ');
}

function answered(type: z.core.$ZodType): string {
  if (type instanceof z.core.$ZodArray) return `list: ${answered(type._zod.def.element)}`;
  if (type instanceof z.core.$ZodFile) return 'the file';
  return NAMED.get(type) ?? (keysOf(type) || 'text');
}

const keysOf = (type: z.core.$ZodType) => Object.keys(schema(type, 'output').properties ?? {}).join(', ');

const schema = (type: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json;

if (import.meta.main) {
  const written = withTables(await Bun.file(README).text());
  await Bun.write(README, written);
  console.log('README.md is current.');
}
