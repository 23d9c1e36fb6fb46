import * as z from 'zod/mini';

const samples = new WeakMap<z.core.$ZodType, unknown>();

/** Because of the annotations, the bundler of the web app leaves out schemas that no screen uses. */
/* @__NO_SIDE_EFFECTS__ */
export function withExample<S extends z.core.$ZodType>(
  schema: S,
  example: z.input<S>,
  description?: string,
): S {
  z.globalRegistry.add(schema, { examples: [example], ...(description && { description }) });
  return schema;
}

/**
 * A field of `objectOf` with its example. It is an heir of the schema, because other fields may have the same one, and
 * `z.clone` of all of them would take a tenth of the time that the server needs to start.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sample<S extends z.core.$ZodType>(schema: S, example: z.input<S>): S {
  const heir: S = Object.create(schema);
  samples.set(heir, example);
  return heir;
}

/* @__NO_SIDE_EFFECTS__ */
export function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape, description?: string) {
  const schema = z.object(shape);
  z.globalRegistry.add(schema, {
    // composed when it is asked for, which few programs do
    get examples() {
      return [exampleOfParts(schema)];
    },
    ...(description && { description }),
  });
  return schema;
}

export function exampleOf(schema: z.core.$ZodType): unknown {
  if (samples.has(schema)) return samples.get(schema);
  const [own] = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[];
  if (own !== undefined) return own;
  if (schema instanceof z.core.$ZodNullable) return exampleOf(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodArray) return [exampleOf(schema._zod.def.element)];
  if (schema instanceof z.core.$ZodObject) return exampleOfParts(schema);
  throw new Error(`A schema of the API has no example: ${schema._zod.def.type}.`);
}

const exampleOfParts = (schema: z.core.$ZodObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<z.core.$ZodType>(schema._zod.def.shape)
      .filter(([, part]) => hasExample(part) || part._zod.optin !== 'optional')
      .map(([name, part]) => [name, exampleOf(part)]),
  );

const hasExample = (schema: z.core.$ZodType) =>
  samples.has(schema) || z.globalRegistry.get(schema)?.examples !== undefined;
