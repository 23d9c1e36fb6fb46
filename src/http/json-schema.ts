import { z } from 'zod';
import { device } from '../contract/auth';
import { FIELDS } from '../contract/fields';
import { hook } from '../contract/hooks';
import { media } from '../contract/media';
import { message } from '../contract/messages';
import { accessToken } from '../contract/tokens';
import { profile } from '../contract/users';

type Json = Record<string, unknown>;

/** Schemas that the OpenAPI document defines once, so that generators of clients make one type of each. */
const NAMED: Record<string, z.core.$ZodType> = {
  Message: message,
  Media: media,
  Profile: profile,
  Device: device,
  AccessToken: accessToken,
  Hook: hook,
};
const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const namedSchemas = (): Record<string, Json> =>
  Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, toJson(schema, 'output', name)]));

/** `owner` is the name of the call whose input or answer it is. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', owner: string): Json {
  const name = io === 'output' && names.get(schema);
  return name ? refTo(name) : toJson(schema, io, owner);
}

export const descriptionOf = (owner: string, field: string): string | undefined =>
  FIELDS[`${owner}.${field}`] ?? FIELDS[field];

function toJson(root: z.core.$ZodType, io: 'input' | 'output', owner: string): Json {
  const {
    $schema: _,
    '~standard': __,
    examples: ___,
    ...json
  } = z.toJSONSchema(root, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const name = io === 'output' && zodSchema !== root && names.get(zodSchema);
      if (name) replace(jsonSchema, refTo(name));
      // later versions of the server may answer with more fields, and a client made from this document must
      // accept them
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.type === 'integer') {
        jsonSchema.format = 'int64'; // ids and times do not fit the 32 bits that some generators give an integer
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      }
    },
  }) as Json;
  return mapSchemas(json, (part) => describeFields(joinNull(part), owner)) as Json;
}

function describeFields(json: Json, owner: string): Json {
  if (json.type !== 'object' || !json.properties) return json;
  const fields = Object.entries(json.properties as Record<string, Json>);
  const properties = fields.map(([name, field]) => [
    name,
    { ...field, description: field.description ?? descriptionOf(owner, name) },
  ]);
  return { ...json, properties: Object.fromEntries(properties) };
}

function replace(json: Json, by: Json): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}

/**
 * Turns a schema that is a choice between one type and null into a schema with two types, `["string",
 * "null"]`, which more generators understand.
 */
function joinNull(json: Json): Json {
  const choices = json.anyOf as Json[] | undefined;
  if (choices?.length !== 2 || choices[1]?.type !== 'null') return json;
  const [choice = {}] = choices;
  const { anyOf: _, ...rest } = json;
  return typeof choice.type === 'string' && !choice.enum && choice.const === undefined
    ? { ...rest, ...choice, type: [choice.type, 'null'] }
    : json;
}

function mapSchemas(value: unknown, map: (json: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapSchemas(one, map));
  if (value === null || typeof value !== 'object') return value;
  return map(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapSchemas(part, map)])));
}
