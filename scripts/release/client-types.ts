import type { Call } from '../../src/http/calls';
import { jsonSchema, namedSchemas } from '../../src/http/json-schema';
import { inputOf } from '../../src/http/openapi';

type Json = Record<string, unknown>;

/** Writes the types of calls and of what they answer, from the schemas that `openapi.json` is made of. */
export function clientTypes(calls: Call[]): string {
  const named = Object.entries(namedSchemas()).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`,
  );
  const routes = calls.map((call) => {
    const { method, path, meta, answer, gives, name } = call;
    const answered = gives ? 'never' : typeOf(jsonSchema(answer.schema, 'output', name));
    return `${comment(meta.summary)}'${method} ${path}': { input: ${inputType(call)}; answer: ${answered} };`;
  });
  return `${named.join('\n')}\nexport type Calls = {\n${routes.join('\n')}\n};\n`;
}

const comment = (text: unknown) => (text ? `/** ${String(text).replaceAll('*/', '* /')} */\n` : '');

/** With the parameters of the path and of the query, whatever the body is. */
function inputType(call: Call): string {
  const { parameters = [], requestBody } = inputOf(call);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const fields = [
    ...parameters.map(({ name, required, schema }) => field(name, schema, required)),
    ...Object.entries(body?.properties ?? {}).map(([name, schema = {}]) =>
      field(name, schema, body?.required?.includes(name) ?? false),
    ),
  ];
  return `{${fields.join(';')}}`;
}

const field = (name: string, schema: Json, isRequired: boolean) =>
  `${JSON.stringify(name).replace(/^"(\w+)"$/, '$1')}${isRequired ? '' : '?'}:${typeOf(schema)}`;

export function typeOf(schema: Json): string {
  const { $ref, type, enum: values, const: only, anyOf, oneOf, allOf, format } = schema;
  if ($ref) return String($ref).split('/').at(-1)!;
  if (values) return (values as unknown[]).map((value) => JSON.stringify(value)).join('|');
  if (only !== undefined) return JSON.stringify(only);
  const choices = (anyOf ?? oneOf) as Json[] | undefined;
  if (choices) return choices.map(typeOf).join('|');
  if (allOf) return (allOf as Json[]).map((part) => `(${typeOf(part)})`).join('&');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join('|');
  if (type === 'array') return arrayOf(schema);
  if (type === 'object') return objectOf(schema);
  if (type === 'string') return format === 'binary' ? 'Blob' : 'string';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' || type === 'null' ? type : 'unknown';
}

function arrayOf({ items, prefixItems }: Json): string {
  if (prefixItems) return `[${(prefixItems as Json[]).map(typeOf).join(',')}]`;
  const element = typeOf((items ?? {}) as Json);
  return /^\w+$/.test(element) ? `${element}[]` : `(${element})[]`;
}

function objectOf({ properties, required = [], additionalProperties }: Json): string {
  const fields = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, schema]) =>
    field(name, schema, (required as string[]).includes(name)),
  );
  if (fields.length > 0 || typeof additionalProperties !== 'object') return `{${fields.join(';')}}`;
  return `Record<string,${typeOf(additionalProperties as Json)}>`;
}
